/** The texts of one language, delivered by the server: the page's own with its config, others on request. */

export class Words {
  /** @type {Record<string, string>} */
  #words;

  /**
   * @param {string} language as in the API: "de-ch", "fr", "en"
   * @param {Record<string, string>} words key → sentence, with {names} for what changes
   */
  constructor(language, words) {
    this.language = language;
    this.#words = words ?? {};
  }

  /**
   * Return the text of a key with its {names} filled in; with {paid} being 1, the text "<key>.one_paid" if there is one.
   * French uses the singular for 0 as well, where that text has the number in it.
   * A key without a text is returned itself, so that the bug is visible.
   * @param {string} key  @param {Record<string, string|number|null|undefined>} values
   */
  say(key, values = {}) {
    const none = this.language.startsWith("fr");
    const single = Object.keys(values).find((name) => {
      const [text, value] = [this.#words[`${key}.one_${name}`], String(values[name])];
      return text !== undefined && (value === "1" || (none && value === "0" && text.includes(`{${name}}`)));
    });
    const sentence = this.#words[single ? `${key}.one_${single}` : key] ?? key;
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /**
   * Return a text that the server sends in all languages: this one's, else its language's ("de" for "de-ch").
   * @param {Record<string, string>} texts by language
   */
  of(texts) {
    return texts[this.language] ?? texts[this.language.split("-")[0]] ?? texts.en ?? "";
  }

  /**
   * Fetch another language ("de-ch"). Keeps a copy in local storage, which serves while the server is away.
   * @param {string} language  @param {string} base
   * @throws {Error} when neither the server nor the copy has it
   */
  static async load(language, base = "/words/") {
    const key = `words:${language}`;
    try {
      const answer = await fetch(`${base}${encodeURIComponent(language)}.json`, { signal: AbortSignal.timeout(8000) });
      if (!answer.ok) throw new Error(`words ${language}: ${answer.status}`);
      const words = await answer.json();
      try {
        localStorage.setItem(key, JSON.stringify(words));
      } catch {
        /* storage full or forbidden: the copy is optional */
      }
      return new Words(language, words);
    } catch (error) {
      let kept = null;
      try {
        kept = JSON.parse(localStorage.getItem(key) ?? "null");
      } catch {
        kept = null;
      }
      if (kept) return new Words(language, kept);
      throw error;
    }
  }
}
