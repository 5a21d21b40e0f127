import clsx from 'clsx';
import { useRef } from 'react';
import type { SubmitEvent, ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Banner } from '../ui/Banner.tsx';

type FormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Called with the checked values; a second press while it runs does nothing. */
  onSubmit: (values: Output) => Promise<unknown> | void;
  /** For a submit button outside, such as in a dialog's footer: `<Button type="submit" form={id}>`. */
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A form whose fields find their state by name. Submitting focuses the first wrong field. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, id, className, children } = props;
  const running = useRef(false);
  const rootMessage = form.formState.errors.root?.server?.message;
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // A dialog's form is a React child of the page's, and its submit must not reach that one.
    event.stopPropagation();
    if (running.current) return;
    running.current = true;
    try {
      await form.handleSubmit((values) => onSubmit(values))(event);
    } finally {
      running.current = false;
    }
  }
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className={clsx('flex flex-col gap-5', className)}
      >
        {rootMessage && <Banner tone="danger">{rootMessage}</Banner>}
        {children}
      </form>
    </FormProvider>
  );
}
