import { useId, type ReactNode } from 'react';

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A setting that is on or off and takes effect immediately. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-3 has-disabled:cursor-not-allowed"
    >
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-6 w-11 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full cursor-pointer appearance-none rounded-full border border-control bg-surface checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-60"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-muted transition-transform duration-100 peer-checked:translate-x-5 peer-checked:bg-on-accent motion-reduce:transition-none"
        />
      </span>
    </label>
  );
}
