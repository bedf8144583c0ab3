/** Sounds from files: fetched and decoded beforehand, and played on the audio clock. */

/** A sound from a file rings no longer than this (s). Longer ones are refused when they are uploaded. */
const MOST_SECONDS = 16;

/** A file that the browser cannot decode, now or later. */
export class Unplayable extends Error {}

/**
 * Fetch and decode a sound.
 * @param {BaseAudioContext} context  @param {string} address  @returns {Promise<AudioBuffer>}
 * @throws {Unplayable} the browser cannot decode it
 * @throws {Error} it could not be fetched
 */
export async function fetched(context, address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return decoded(context, await answer.arrayBuffer());
}

/**
 * Decode a sound.
 * @param {BaseAudioContext} context  @param {ArrayBuffer} data  @returns {Promise<AudioBuffer>}
 * @throws {Unplayable} the browser cannot decode it
 */
export async function decoded(context, data) {
  try {
    return await context.decodeAudioData(data);
  } catch {
    throw new Unplayable();
  }
}

/**
 * Put a sound on the context's own time line, as `play` of synth.js does.
 * @param {BaseAudioContext} context  @param {AudioNode} output  @param {AudioBuffer} sound
 * @param {number} when context time in seconds at which it begins
 * @returns {() => void} cancels it, or fades it out if it is already playing
 */
export function playRecording(context, output, sound, when) {
  const source = context.createBufferSource();
  const volume = context.createGain();
  source.buffer = sound;
  source.connect(volume).connect(output);
  source.onended = () => volume.disconnect();
  source.start(when, 0, MOST_SECONDS);
  return () => {
    volume.gain.setTargetAtTime(0, context.currentTime, 0.02);
    source.stop(Math.max(when, context.currentTime) + 0.15);
  };
}
