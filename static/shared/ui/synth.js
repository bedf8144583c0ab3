/**
 * The room's sounds, made of struck tones: a few partials each, dying away like metal or wood. Loud enough for a full
 * room through their energy between 1 and 4 kHz, short enough not to be in the way.
 */

/** Partials of a struck bar: frequency ratio, loudness, how long it rings compared with the first. */
const BELL = [[1, 1, 1], [2, 0.55, 0.7], [2.76, 0.4, 0.45], [5.4, 0.22, 0.22]];
/** A large bronze bell: low, with partials that beat. */
const GONG = [[1, 1, 1], [1.48, 0.6, 0.9], [2.01, 0.8, 0.7], [2.74, 0.5, 0.5], [4.1, 0.5, 0.3], [6.3, 0.25, 0.15]];
const WOOD = [[1, 1, 1], [3.93, 0.35, 0.3], [9.2, 0.12, 0.12]];

/** @typedef {[start: number, pitch: number, length: number, loudness: number, partials: number[][]]} Note */

/** Notes of each sound: start (s), pitch (Hz), length (s), loudness, partials. */
export const SCORES = /** @satisfies {Record<string, Note[]>} */ ({
  // Two knocks, twice: "get ready".
  one_minute: [
    [0, 1047, 0.5, 0.8, WOOD], [0.18, 1047, 0.5, 0.8, WOOD],
    [0.62, 1319, 0.5, 0.8, WOOD], [0.8, 1319, 0.7, 0.8, WOOD],
  ],
  // Three rising bells with a long last one: "the blinds go up".
  level_end: [[0, 784, 1.2, 0.9, BELL], [0.28, 988, 1.2, 0.9, BELL], [0.56, 1319, 2.8, 1, BELL]],
  // A falling and rising call, twice: "back to your seats".
  break_end: [
    [0, 1047, 0.9, 0.9, BELL], [0.22, 784, 0.9, 0.8, BELL], [0.44, 1047, 0.9, 0.9, BELL], [0.66, 1568, 1.4, 1, BELL],
    [1.5, 1047, 0.9, 0.9, BELL], [1.72, 784, 0.9, 0.8, BELL], [1.94, 1047, 0.9, 0.9, BELL], [2.16, 1568, 2.4, 1, BELL],
  ],
  // A knock for each second of a player's time that is counted down, and a falling pair when it is up.
  tick: [[0, 1319, 0.2, 0.7, WOOD]],
  time_up: [[0, 784, 0.9, 0.9, BELL], [0.24, 523, 1.6, 1, BELL]],
  // One open fifth: "play".
  level_start: [[0, 784, 1.6, 0.8, BELL], [0, 1175, 1.6, 0.7, BELL], [0.02, 1568, 1.8, 0.5, BELL]],
  // One stroke that rings for a while: "listen".
  gong: [[0, 196, 4.5, 1, GONG], [0.01, 262, 3, 0.5, GONG]],
  // Four rising bells, the last two together: "a stage is reached".
  fanfare: [
    [0, 784, 0.5, 0.8, BELL], [0.16, 784, 0.5, 0.8, BELL], [0.32, 1047, 1, 0.9, BELL],
    [0.62, 1319, 2.2, 0.9, BELL], [0.62, 1568, 2.4, 0.8, BELL],
  ],
});
/** @typedef {keyof typeof SCORES} SoundName */

/** How long a sound rings, in seconds. @param {SoundName} event */
export function ringing(event) {
  return Math.max(...SCORES[event].map(([start, , length]) => start + length));
}

/** The chain to the loudspeakers: volume, then a limiter, so that loud stays clean. @param {BaseAudioContext} context */
export function masterOf(context) {
  const volume = context.createGain();
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -9;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.15;
  volume.connect(limiter).connect(context.destination);
  return volume;
}

/**
 * Put a sound on the context's own time line.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output
 * @param {SoundName} event name of the sound
 * @param {number} when context time in seconds at which it begins
 * @returns {() => void} cancels it, or fades it out if it is already playing
 */
export function play(context, output, event, when) {
  const bus = context.createGain();
  bus.gain.value = 0.5;
  bus.connect(output);
  const sources = SCORES[event].flatMap(([start, pitch, length, loudness, partials]) =>
    partials.map(([ratio, level, ring]) =>
      strike(context, bus, when + start, pitch * ratio, length * ring, loudness * level)));
  const last = sources.at(-1);
  if (last) last.onended = () => bus.disconnect();
  return () => {
    bus.gain.setTargetAtTime(0, context.currentTime, 0.02);
    for (const source of sources) source.stop(Math.max(when, context.currentTime) + 0.15);
  };
}

/**
 * @param {BaseAudioContext} context  @param {AudioNode} output  @param {number} at  @param {number} pitch
 * @param {number} length  @param {number} loudness
 */
function strike(context, output, at, pitch, length, loudness) {
  const tone = context.createOscillator();
  const envelope = context.createGain();
  tone.frequency.value = pitch;
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(loudness, at + 0.004);
  envelope.gain.exponentialRampToValueAtTime(0.0004, at + length);
  tone.connect(envelope).connect(output);
  tone.start(at);
  tone.stop(at + length + 0.02);
  return tone;
}
