/** Minimum units of a time entry; 0 is valid too. */
const MIN_UNITS = 0.25;

/** The first issue of a time entry, or null. */
export function validateEntry({ units, description }: { units: string | number; description: string }) {
  if (!(Number(units) >= MIN_UNITS || Number(units) === 0)) {
    return { path: 'timeUnits', message: 'Minimum time unit is 0.25 (15 minutes)' };
  }
  return description.trim() === '' ? { path: 'description', message: 'Description is required' } : null;
}
