/** Rules about time entries. */

/** A quarter of a unit: nothing shorter is an entry. */
const MIN_UNITS = 0.25;

/** What is wrong with a time entry, if anything. */
export function validateEntry({ units, description }: { units: string | number; description: string }) {
  if (!(Number(units) >= MIN_UNITS)) {
    return { path: 'timeUnits', message: 'Minimum time unit is 0.25 (15 minutes)' };
  }
  return description.trim() === '' ? { path: 'description', message: 'Description is required' } : null;
}
