import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

const choices = [
  { value: 'no', label: 'Hide', hint: 'Clients see who came, when, how long and the units.' },
  { value: 'yes', label: 'Show', hint: 'Clients also see the description of the visit.' },
];

/** Settings of the receipt that clients open by its link. */
export function ReceiptCard() {
  return (
    <Card title="Client receipts" description="Anyone who has the link of a receipt can open it.">
      <FormChoice name="receiptShowsText" legend="Description on receipts" options={choices} look="list" />
    </Card>
  );
}
