import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import {
  clearPersistedForm,
  isEncryptedForm,
  readPersistedForm,
  writePersistedForm,
} from './persistedForm.ts';
import type { FormStorage, FormStore, FormValues } from './plainForms.ts';

const pauseMs = 250;

type PersistedFormOptions<Input extends FieldValues, Output> = {
  /** The form and its user: `ownKey(user.id, 'note')`. Constant while mounted. */
  key: string;
  form: UseFormReturn<Input, unknown, Output>;
  /** Fields that are not stored: passwords, codes. */
  omit?: readonly (keyof Input & string)[];
  storage?: FormStorage;
  /** Instead of a storage of the browser. */
  store?: FormStore;
};

type PersistedForm = {
  /** Set when values of an earlier visit were restored. */
  restored: boolean;
  /** False once storing failed. */
  persistent: boolean;
  /** Removes the stored values: after a success, or when the user starts over. */
  clear: () => void;
};

/** Persists the values of a form and restores them after a reload, an expired session or a failed submit. */
export function usePersistedForm<Input extends FieldValues, Output>(
  options: PersistedFormOptions<Input, Output>,
): PersistedForm {
  const { key, form, storage } = options;
  const [store] = useState(() => options.store ?? toStore(key, storage));
  const [restored, setRestored] = useState(() => store.read() !== null);
  const [persistent, setPersistent] = useState(true);
  const [omitted] = useState(options.omit ?? []);
  const pending = useRef<{ timer: number; values: FormValues } | null>(null);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    setPersistent(store.write(pending.current.values));
    pending.current = null;
  }, [store]);

  const clear = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    store.clear();
    setRestored(false);
  }, [store]);

  // Before the first paint, so that no text appears later.
  useLayoutEffect(() => {
    const values = store.read();
    if (!values) return;
    const current = form.getValues();
    const stored = Object.entries(values).filter(([name]) => name in current && !omitted.includes(name));
    form.reset({ ...current, ...Object.fromEntries(stored) }, { keepDefaultValues: true });
  }, [store, form, omitted]);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(pending.current?.timer);
        const own = withoutOmitted(values, omitted);
        const untouched = withoutOmitted(form.formState.defaultValues ?? {}, omitted);
        if (JSON.stringify(own) === JSON.stringify(untouched)) clear();
        else {
          pending.current = { timer: window.setTimeout(flush, pauseMs), values: own };
          // A page that closes has no time to encrypt them.
          if (isEncryptedForm(key)) flush();
        }
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
  }, [form, key, flush, clear, omitted]);

  return { restored, persistent, clear };
}

const toStore = (key: string, storage?: FormStorage): FormStore => ({
  read: () => readPersistedForm(key, storage),
  write: (values) => writePersistedForm(key, values, storage),
  clear: () => clearPersistedForm(key, storage),
});

function withoutOmitted(values: object, omit: readonly string[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !omit.includes(name)));
}
