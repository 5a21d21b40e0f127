import { LockKeyhole } from 'lucide-react';
import { isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { usePayWithTestCard } from '#features/subscription/web/queries.ts';
import { CardFields, TestModeBanner } from './CardFields.tsx';
import { paymentForm } from './cardSchema.ts';
import { emptyCard } from './formatCard.ts';
import { showPaymentFailed, type PayFormProps } from './payment.ts';

/** The form of a test card, paid with in the sandbox. */
export function SandboxForm({ clientSecret, price, onPaid }: PayFormProps) {
  const form = useZodForm({ schema: paymentForm, defaultValues: { ...emptyCard, clientSecret } });
  const pay = usePayWithTestCard();
  return (
    <Form
      form={form}
      unpaid
      onSubmit={async (values) => {
        try {
          await pay.mutateAsync(values);
          onPaid();
        } catch (error) {
          if (isSessionExpired(error) || applyServerIssues(form, issuesOf(error))) return;
          const message = messageOf(error, "The payment didn't go through. Please try again.");
          form.setError('root.server', { type: 'server', message });
          showPaymentFailed(message);
        }
      }}
    >
      <TestModeBanner />
      <CardFields />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={<LockKeyhole aria-hidden />}
        pending={pay.isPending || pay.isSuccess}
      >
        Pay {price}
      </Button>
    </Form>
  );
}
