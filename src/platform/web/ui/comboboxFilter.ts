export type ComboboxOption = { value: string; label: string; hint?: string };

/** Lower case without accents, so that 'jose' finds 'José'. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The options that hold every typed word, those that begin with the text first. */
export function filterOptions(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const wanted = fold(text.trim());
  if (wanted === '') return options;
  const terms = wanted.split(/\s+/);
  const starting: ComboboxOption[] = [];
  const others: ComboboxOption[] = [];
  for (const option of options) {
    const hay = fold(`${option.label} ${option.hint ?? ''}`);
    if (!terms.every((term) => hay.includes(term))) continue;
    (hay.startsWith(wanted) ? starting : others).push(option);
  }
  return [...starting, ...others];
}
