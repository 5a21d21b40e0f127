import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

const twoEmployees = [
  {
    value: 'no',
    label: 'Warning',
    hint: 'Flag overlapping visits by two employees as a warning.',
  },
  { value: 'yes', label: 'Info', hint: 'Overlapping visits are expected and shown as info.' },
];

/** When the checks of a note point something out to managers. */
export function ChecksCard() {
  return (
    <Card
      title="Checks"
      description="Checks flag notes for a closer look. They never block a note. Changes apply to notes that aren't approved or denied yet."
    >
      <div className="flex flex-col gap-5">
        <FormText
          name="lateEntryHours"
          label="Late entry after (hours)"
          inputMode="numeric"
          hint="Time from the end of the visit to submission, 1 to 720"
          required
        />
        <FormText
          name="longDayHours"
          label="Long day over (hours)"
          inputMode="numeric"
          hint="An employee's total hours in one day, 1 to 24"
          required
        />
        <FormChoice
          name="allowTwoEmployees"
          legend="Two employees at the same visit"
          options={twoEmployees}
          look="list"
        />
      </div>
    </Card>
  );
}
