import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { MAX_RATES } from '#features/services/rateContract.ts';
import type { RateValues } from '#features/services/ratesFormRules.ts';

/** Values of a form that has rates. */
interface Values {
  rates: RateValues[];
}

/** The rates of a form, each with the first day of work that it holds for. @param otherwise which rate counts without one */
export function RatesField({ otherwise }: { otherwise: string }) {
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rates' });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Rates</legend>
      <p className="text-sm text-muted">
        A visit is billed at the rate of its work date. Without one, {otherwise} applies. 1 unit = 15 minutes.
      </p>
      {fields.map((row, index) => (
        <div key={row.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          <FormText<Values>
            name={`rates.${index}.unitRate`}
            label="Rate per unit ($)"
            type="number"
            hint="Up to 4 decimals"
          />
          <FormText<Values>
            name={`rates.${index}.from`}
            label="First day"
            type="date"
            hint={index === 0 ? 'Blank: all earlier visits' : 'First work date at this rate'}
          />
          <IconButton
            label={`Remove rate ${index + 1}`}
            icon={<Trash2 aria-hidden />}
            className="mt-7"
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < MAX_RATES && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => append({ from: '', unitRate: '' })}
        >
          Add rate
        </Button>
      )}
    </fieldset>
  );
}
