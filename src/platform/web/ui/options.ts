/** The options of a select, in the order of the labels. */
export const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
