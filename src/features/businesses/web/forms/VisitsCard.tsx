import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

const choices = [
  { value: 'no', label: 'Require a signature', hint: "Every note needs the client's signature and code." },
  {
    value: 'yes',
    label: 'Accept a reason',
    hint: "A note can state why the client can't sign instead. It gets a warning and is reviewed one by one.",
  },
];

/** Settings for visits without a network, or with a client who can't sign. */
export function VisitsCard() {
  return (
    <Card title="Visits">
      <div className="flex flex-col gap-5">
        <FormText
          name="offlineHours"
          label="Keep offline data for (hours)"
          inputMode="numeric"
          hint="Phones and computers without a connection for longer delete their copy of client data. Unsent notes are kept. 1 to 168"
          required
        />
        <FormChoice name="allowUnsigned" legend="If a client can't sign" options={choices} look="list" />
      </div>
    </Card>
  );
}
