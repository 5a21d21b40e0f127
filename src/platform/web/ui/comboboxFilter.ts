export type ComboboxOption = {
  value: string;
  label: string;
  hint?: string;
  /** The text that is searched; the label and the hint by default. */
  searchText?: string;
};

/** Lower case without accents, so that 'jose' matches 'José'. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The options that contain every typed word; those that start with the text come first. */
export function filterOptions(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const query = fold(text.trim());
  if (query === '') return options;
  const terms = query.split(/\s+/);
  const starting: ComboboxOption[] = [];
  const others: ComboboxOption[] = [];
  for (const option of options) {
    const hay = fold(option.searchText ?? `${option.label} ${option.hint ?? ''}`);
    if (!terms.every((term) => hay.includes(term))) continue;
    (hay.startsWith(query) ? starting : others).push(option);
  }
  return [...starting, ...others];
}
