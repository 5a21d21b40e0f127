import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';

/** The time zone of the business. */
export const TimeZoneField = ({ current }: { current: string }) => (
  <FormCombobox name="timeZone" label="Time zone" options={zoneOptions(current)} required />
);

/** All time zones of this browser, and the current one even if the browser lacks it. */
function zoneOptions(current: string) {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), current]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
