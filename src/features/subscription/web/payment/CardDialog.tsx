import { isSessionExpired } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useSaveTestCard, type TestCard } from '#features/subscription/web/queries.ts';
import { CardFields, TestModeBanner } from './CardFields.tsx';
import { cardForm } from './cardSchema.ts';
import { emptyCard } from './formatCard.ts';

/** Replaces the test card for future payments. */
export function CardDialog({ open, onOpenChange }: OpenState) {
  const form = useZodForm({ schema: cardForm, defaultValues: emptyCard });
  const save = useSaveTestCard();
  function close() {
    form.reset(emptyCard);
    onOpenChange(false);
  }
  async function send(values: TestCard) {
    try {
      await save.mutateAsync(values);
      close();
      toast({ title: 'Payment method updated', description: 'Starts with your next payment.' });
    } catch (error) {
      if (!isSessionExpired(error))
        showSaveError(form, error, "Couldn't update the payment method. Please try again.");
    }
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Update payment method"
      sticky
      form="payment-method"
      submit="Save card"
      pending={save.isPending}
    >
      <Form id="payment-method" form={form} onSubmit={send} unpaid>
        <TestModeBanner />
        <CardFields />
      </Form>
    </FormDialog>
  );
}
