import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Choice } from '#platform/web/ui/ChoiceFrame.tsx';
import { RadioGroup } from '#platform/web/ui/RadioGroup.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { useFormField, type FormFieldProps } from './fieldProps.ts';

type FormChoiceProps<Values extends FieldValues> = Pick<
  FormFieldProps<Values>,
  'name' | 'required' | 'className'
> & {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly Choice<string>[];
  /** Side by side for two to four short labels, or in a column. */
  look?: 'segmented' | 'list';
};

/** Radio buttons in a form; the value is a string. */
export function FormChoice<Values extends FieldValues>(props: FormChoiceProps<Values>) {
  const { name, legend, hideLegend, options, look = 'segmented', required, className } = props;
  const { field, shell } = useFormField({ name, label: legend });
  const Control = look === 'segmented' ? SegmentedControl : RadioGroup;
  return (
    <Control
      legend={legend}
      hideLegend={hideLegend}
      value={field.value}
      onChange={field.onChange}
      options={options}
      error={shell.error}
      required={required}
      className={className}
    />
  );
}
