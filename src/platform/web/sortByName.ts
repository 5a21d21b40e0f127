/** Rows in the order of their names, regardless of case and accents, and with 'Client 10' after 'Client 9'. */
export const sortByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true, sensitivity: 'base' }));

/** The options of a menu in the order of their labels. */
export const sortByLabel = <Option extends { label: string }>(options: readonly Option[]): Option[] =>
  sortByName(options, ({ label }) => label);
