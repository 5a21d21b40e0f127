/** The fonts of a document, loaded for the texts that need them. */

import { listFonts, type EastAsianForm, type FontFile, type Weight } from './fontFiles.ts';
import { loadScriptFont, type ScriptFont } from './scriptFont.ts';

interface Look {
  weight: Weight;
  form: EastAsianForm;
}

export class FontSet {
  readonly #loaded = new Map<string, ScriptFont>();
  readonly #choices = new Map<string, ScriptFont | null>();
  /** Files that a text needs first. */
  readonly #missing = new Map<string, { file: FontFile; weight: Weight }>();

  /**
   * Returns the best font that has all of these characters; null when no font has, and for now when the best one is not
   * loaded, see `loadMissing`.
   */
  find(characters: string, look: Look): ScriptFont | null {
    const key = `${look.weight} ${look.form} ${characters}`;
    const choice = this.#choices.get(key);
    if (choice !== undefined) return choice;
    const font = this.#search(characters, look);
    if (font !== undefined) this.#choices.set(key, font);
    return font ?? null;
  }

  /** @returns undefined when a font has to be loaded first */
  #search(characters: string, { weight, form }: Look): ScriptFont | null | undefined {
    const codePoints = [...characters].map((one) => one.codePointAt(0) ?? 0);
    for (const file of listFonts(codePoints[0] ?? 0, form)) {
      // The bold DejaVu has fewer characters than the regular one.
      for (const one of new Set([weight, 'regular'] as const)) {
        const key = `${file.id} ${one}`;
        const font = this.#loaded.get(key);
        if (!font) {
          this.#missing.set(key, { file, weight: one });
          return undefined;
        }
        if (codePoints.every(font.has)) return font;
      }
    }
    return null;
  }

  /** Loads what `find` lacked. @returns the fonts; none when the answers of `find` are final */
  async loadMissing(): Promise<ScriptFont[]> {
    const missing = [...this.#missing];
    this.#missing.clear();
    const fonts: ScriptFont[] = [];
    for (const [key, { file, weight }] of missing) {
      const font = await loadScriptFont(file, weight);
      this.#loaded.set(key, font);
      fonts.push(font);
    }
    return fonts;
  }
}
