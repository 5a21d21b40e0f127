import { ChoiceFrame, type ChoiceGroupProps } from './ChoiceFrame.tsx';

/** Radio buttons in a column, each with an optional hint. */
export function RadioGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  return (
    <ChoiceFrame {...props}>
      {(option, radio) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-control px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input {...radio} className="mt-1 size-4 shrink-0 cursor-pointer accent-accent" />
          <span className="min-w-0">
            <span className="block">{option.label}</span>
            {option.hint !== undefined && <span className="block text-sm text-muted">{option.hint}</span>}
          </span>
        </label>
      )}
    </ChoiceFrame>
  );
}
