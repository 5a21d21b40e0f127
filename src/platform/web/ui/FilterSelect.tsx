import { Field } from './Field.tsx';
import { Select } from './Select.tsx';

type FilterSelectProps<Value extends string> = {
  label: string;
  /** The label of '': 'All statuses'. */
  all: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

/** A filter of a list. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, value, options, onChange } = props;
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        options={[{ value: '', label: all }, ...options]}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value)}
      />
    </Field>
  );
}
