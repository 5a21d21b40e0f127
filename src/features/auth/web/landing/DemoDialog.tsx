import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { optionalText, requiredText } from '#platform/contract/fields.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';

const demoRequest = z.object({
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: z.email({ error: 'Valid business email is required' }),
  company: requiredText(255, 'Company is required'),
  employees: z.coerce
    .number<string>({ error: 'Number of employees is required' })
    .int({ error: 'Number of employees is required' })
    .min(1, { error: 'At least 1 employee' }),
  phone: optionalText(50),
  message: optionalText(2000),
});

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  employees: '',
  phone: '',
  message: '',
};

/** Shown before the form. It promises nothing that the dialog does not do. */
const SENDS_NOTHING = "This site can't send requests yet. Your answers stay in this browser.";

/** The demo request. It shows a thank-you message and sends nothing, as its description states. */
export function DemoDialog({ open, onOpenChange }: OpenState) {
  const form = useZodForm({ schema: demoRequest, defaultValues: empty });
  const persisted = usePersistedForm({ key: 'demo', form });
  const [thanked, setThanked] = useState('');
  function close(next: boolean) {
    onOpenChange(next);
    if (!next) setThanked('');
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Request a demo"
      description={SENDS_NOTHING}
      sticky
      footer={
        thanked ? (
          <Button variant="primary" onClick={() => close(false)}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={() => close(false)}>Cancel</Button>
            <Button type="submit" form="request-demo" variant="primary">
              Request demo
            </Button>
          </>
        )
      }
    >
      {thanked ? (
        <Banner tone="success" title={`Thank you, ${thanked}`}>
          Thanks for your interest. Demo requests aren't sent from this site yet, so nothing left your
          browser.{' '}
          <Link to="/register" className="underline">
            Register your business
          </Link>{' '}
          to try it now.
        </Banner>
      ) : (
        <Form
          id="request-demo"
          form={form}
          onSubmit={(values) => {
            setThanked(values.firstName);
            persisted.clear();
            form.reset(empty);
          }}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <FormText name="firstName" label="First name" autoComplete="given-name" required />
            <FormText name="lastName" label="Last name" autoComplete="family-name" required />
            <FormText name="email" label="Business email" type="email" autoComplete="email" required />
            <FormText name="company" label="Company" autoComplete="organization" required />
            <FormText
              name="employees"
              label="Number of employees"
              type="number"
              inputMode="numeric"
              required
            />
            <FormText name="phone" label="Phone" type="tel" autoComplete="tel" optional />
          </div>
          <FormTextArea name="message" label="Message" optional />
        </Form>
      )}
    </Dialog>
  );
}
