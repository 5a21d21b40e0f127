import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearMemory, readMemory, writeMemory } from './formMemory.ts';
import type { FormStorage } from './formMemory.ts';

const pauseMs = 250;

type FormMemoryOptions<Input extends FieldValues, Output> = {
  /** Names the form and its owner: `ownKey(user.id, 'note')`. Fixed while mounted. */
  key: string;
  form: UseFormReturn<Input, unknown, Output>;
  /** Fields that must not be kept: passwords, codes. */
  omit?: readonly (keyof Input & string)[];
  storage?: FormStorage;
};

type FormMemory = {
  /** Whether this visit began with text from an earlier one. */
  restored: boolean;
  /** False once the browser refused to keep what was typed. */
  kept: boolean;
  /** Removes it: after a success, or when the user starts over. */
  clear: () => void;
};

/** Keeps what is typed, so that a reload, an expired session or a failed submit brings it back. */
export function useFormMemory<Input extends FieldValues, Output>(
  options: FormMemoryOptions<Input, Output>,
): FormMemory {
  const { key, form, storage = 'local' } = options;
  const [restored, setRestored] = useState(() => readMemory(key, storage) !== null);
  const [kept, setKept] = useState(true);
  const [omitted] = useState(options.omit ?? []);
  const pending = useRef<{ timer: number; values: object } | null>(null);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    setKept(writeMemory(key, pending.current.values, storage));
    pending.current = null;
  }, [key, storage]);

  const clear = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    clearMemory(key, storage);
    setRestored(false);
  }, [key, storage]);

  // Before the first paint, so that the text does not jump in.
  useLayoutEffect(() => {
    const values = readMemory(key, storage);
    if (!values) return;
    const known = Object.entries(values).filter(([name]) => name in form.getValues());
    form.reset({ ...form.getValues(), ...Object.fromEntries(known) }, { keepDefaultValues: true });
  }, [key, storage, form]);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(pending.current?.timer);
        const own = withoutOmitted(values, omitted);
        const untouched = withoutOmitted(form.formState.defaultValues ?? {}, omitted);
        if (JSON.stringify(own) === JSON.stringify(untouched)) clear();
        else pending.current = { timer: window.setTimeout(flush, pauseMs), values: own };
      },
    });
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      stop();
      flush();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [form, flush, clear, omitted]);

  return { restored, kept, clear };
}

function withoutOmitted(values: object, omit: readonly string[]): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !omit.includes(name)));
}
