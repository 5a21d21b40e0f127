/** Why hours and units of the same work differ; in sight, as a phone has no pointer to hover with. */
export function HoursAndUnits() {
  return (
    <p className="text-sm text-muted">
      Hours are the time worked. Units are what clients are billed: each visit rounded up to the next 15
      minutes. Both count from the day a note is submitted, until it is denied.
    </p>
  );
}
