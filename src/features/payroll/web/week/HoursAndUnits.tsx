/** Explains why hours and units differ; visible text, as phones have no hover. */
export function HoursAndUnits() {
  return (
    <p className="text-sm text-muted">
      Hours are the time worked. Units are what clients are billed: each visit rounded up to the next 15
      minutes. Both count as soon as a note is submitted and stop counting if it's denied.
    </p>
  );
}
