import type { ChangeEvent, ComponentProps } from 'react';
import { caretIn, groupsOfFour, monthAndYear, securityCode } from './tidyCard.ts';
import { useFormField } from '#platform/web/forms/fieldProps.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';

/** What the sandbox says of itself, with a card that it takes and one that it declines. */
export function NoMoneyMoves() {
  return (
    <Banner tone="info" title="Test payments: no money moves">
      Use the test card <TestCard>4242 4242 4242 4242</TestCard>, or <TestCard>4000 0000 0000 0002</TestCard>{' '}
      to see one declined, with any date in the future and any 3 digits. Real cards are not charged, so please
      do not enter one.
    </Banner>
  );
}

const TestCard = ({ children }: { children: string }) => (
  <span className="tabular font-medium whitespace-nowrap">{children}</span>
);

/** Number, expiry and code of a card, with the keys and the filling-in that fit them. */
export function CardFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-[2fr_1fr_1fr]">
      <CardField
        name="cardNumber"
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        tidy={groupsOfFour}
      />
      <CardField name="expiry" label="Expiry" autoComplete="cc-exp" placeholder="MM/YY" tidy={monthAndYear} />
      <CardField name="cvc" label="CVC" autoComplete="cc-csc" placeholder="123" tidy={securityCode} />
    </div>
  );
}

type CardFieldProps = Pick<ComponentProps<'input'>, 'autoComplete' | 'placeholder'> & {
  name: 'cardNumber' | 'expiry' | 'cvc';
  label: string;
  /** What becomes of the text as it is typed. */
  tidy: (typed: string, before: string) => string;
};

function CardField({ name, label, tidy, ...input }: CardFieldProps) {
  const { field, shell } = useFormField<Record<CardFieldProps['name'], string>>({ name, label });
  function change({ target }: ChangeEvent<HTMLInputElement>) {
    const tidied = tidy(target.value, field.value);
    const caret = caretIn(tidied, target.value, target.selectionStart ?? target.value.length);
    field.onChange(tidied);
    // A text that is set anew throws the caret to its end.
    requestAnimationFrame(() => target.setSelectionRange(caret, caret));
  }
  return (
    <Field {...shell} required>
      <TextInput {...input} {...field} inputMode="numeric" className="tabular" onChange={change} />
    </Field>
  );
}
