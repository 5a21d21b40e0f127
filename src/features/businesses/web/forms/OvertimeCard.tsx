import { FormText } from '#platform/web/forms/FormText.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

/** When the hours of a week become overtime. */
export function OvertimeCard() {
  return (
    <Card title="Overtime">
      <FormText
        name="overtimeAfterHours"
        label="Overtime after (hours a week)"
        inputMode="numeric"
        hint="Payroll shows each employee's regular and overtime hours by week. 1 to 168"
        required
      />
    </Card>
  );
}
