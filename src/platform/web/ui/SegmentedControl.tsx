import { ChoiceFrame, type ChoiceGroupProps } from './ChoiceFrame.tsx';

/** Radio buttons side by side, for two to four short labels. */
export function SegmentedControl<Value extends string>(props: ChoiceGroupProps<Value>) {
  return (
    <ChoiceFrame {...props} box="flex rounded-md border border-control bg-sunken p-0.5">
      {(option, radio) => (
        <label
          key={option.value}
          className="relative flex min-h-9 flex-1 cursor-pointer items-center justify-center rounded-md px-3 text-center text-sm font-medium text-muted transition-colors hover:text-ink has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
        >
          <input {...radio} className="sr-only" />
          {option.label}
        </label>
      )}
    </ChoiceFrame>
  );
}
