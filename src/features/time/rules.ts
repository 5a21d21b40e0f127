/** The shortest time entry: a quarter of a unit. */
const MIN_UNITS = 0.25;

/** The first issue of a time entry, or null. */
export function validateEntry({ units, description }: { units: string | number; description: string }) {
  if (!(Number(units) >= MIN_UNITS)) {
    return { path: 'timeUnits', message: 'Minimum time unit is 0.25 (15 minutes)' };
  }
  return description.trim() === '' ? { path: 'description', message: 'Description is required' } : null;
}
