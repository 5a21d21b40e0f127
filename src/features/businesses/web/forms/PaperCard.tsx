import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

const choices = [
  { value: 'letter', label: 'Letter', hint: '8.5 × 11 inches' },
  { value: 'a4', label: 'A4', hint: '210 × 297 mm' },
];

/** The paper of PDF documents and printed screens. */
export function PaperCard() {
  return (
    <Card title="Printing" description="For PDF files and printed screens.">
      <FormChoice name="paperSize" legend="Paper size" options={choices} look="list" />
    </Card>
  );
}
