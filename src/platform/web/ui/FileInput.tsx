import clsx from 'clsx';
import { FileUp } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useFieldAttributes } from './fieldContext.ts';

type FileInputProps = {
  /** File extensions for the browser's file picker: '.pdf,.png'. */
  accept: string;
  /** The description of the chosen file. */
  chosen: { name: string; note: ReactNode } | null;
  onChange: (file: File | null) => void;
  disabled?: boolean;
};

/** Selects one file, also by drag and drop. The browser's input covers the whole area. */
export function FileInput({ accept, chosen, onChange, disabled }: FileInputProps) {
  const field = useFieldAttributes({});
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  function clear() {
    if (input.current) input.current.value = '';
    onChange(null);
    input.current?.focus();
  }
  return (
    <div
      className={clsx(
        'relative flex min-h-20 items-center gap-3 rounded-md border border-dashed px-4 py-3',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over ? 'border-accent bg-accent-soft' : 'border-control bg-sunken',
        field['aria-invalid'] && 'border-danger-ink',
      )}
    >
      <FileUp aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium wrap-anywhere">{chosen ? chosen.name : 'Choose a file'}</p>
        <p className="text-muted">
          {chosen ? chosen.note : <span className="pointer-coarse:hidden">or drop it here</span>}
        </p>
      </div>
      <input
        {...field}
        ref={input}
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Canceling the file picker keeps the selected file.
          if (file) onChange(file);
          setOver(false);
        }}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
      {chosen && !disabled && (
        <Button size="sm" className="relative" onClick={clear}>
          Remove
        </Button>
      )}
    </div>
  );
}
