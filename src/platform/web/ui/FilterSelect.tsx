import { Field } from './Field.tsx';
import { Select } from './Select.tsx';

type FilterSelectProps<Value extends string> = {
  label: string;
  /** What '' stands for: 'All statuses'. */
  all: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

/** One filter over a list. */
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
