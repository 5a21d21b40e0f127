import type { ChangeEvent, ComponentProps } from 'react';
import { useFormField } from '#platform/web/forms/fieldProps.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import { caretIn, groupsOfFour, monthAndYear, securityCode } from './formatCard.ts';

/** States that payments are in test mode, with a card that is accepted and one that is declined. */
export function TestModeBanner() {
  return (
    <Banner tone="info" title="Test mode: no real charges">
      Use the test card <TestCard>4242 4242 4242 4242</TestCard>, or <TestCard>4000 0000 0000 0002</TestCard>{' '}
      to see a decline, with any future date and any 3 digits. Real cards aren't charged, so please don't
      enter one.
    </Banner>
  );
}

const TestCard = ({ children }: { children: string }) => (
  <span className="tabular font-medium whitespace-nowrap">{children}</span>
);

/** Number, expiry and security code of a card, with autofill. */
export function CardFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-[2fr_1fr_1fr]">
      <CardField
        name="cardNumber"
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        format={groupsOfFour}
      />
      <CardField
        name="expiry"
        label="Expiry"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        format={monthAndYear}
      />
      <CardField name="cvc" label="CVC" autoComplete="cc-csc" placeholder="123" format={securityCode} />
    </div>
  );
}

type CardFieldProps = Pick<ComponentProps<'input'>, 'autoComplete' | 'placeholder'> & {
  name: 'cardNumber' | 'expiry' | 'cvc';
  label: string;
  /** Formats the text while typing. */
  format: (typed: string, before: string) => string;
};

function CardField({ name, label, format, ...input }: CardFieldProps) {
  const { field, shell } = useFormField<Record<CardFieldProps['name'], string>>({ name, label });
  function change({ target }: ChangeEvent<HTMLInputElement>) {
    const formatted = format(target.value, field.value);
    const caret = caretIn(formatted, target.value, target.selectionStart ?? target.value.length);
    field.onChange(formatted);
    // Setting the value moves the caret to the end.
    requestAnimationFrame(() => target.setSelectionRange(caret, caret));
  }
  return (
    <Field {...shell} required>
      <TextInput {...input} {...field} inputMode="numeric" className="tabular" onChange={change} />
    </Field>
  );
}
