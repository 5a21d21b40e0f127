import clsx from 'clsx';
import { useRef, type SubmitEvent, type ReactNode } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useWriteRefusal } from '#platform/web/writes.ts';
import { isServerReachable } from './isServerReachable.ts';
import { SchemaLoadError } from './useZodForm.ts';

const RELOAD = 'Copy anything you need, then reload the page.';

type FormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Called with the validated values; ignored while a submit is in progress. */
  onSubmit: (values: Output) => Promise<unknown> | void;
  /** For a submit button outside, such as in a dialog's footer: `<Button type="submit" form={id}>`. */
  id?: string;
  className?: string;
  /** Can be submitted while the business is read-only. */
  unpaid?: boolean;
  children: ReactNode;
};

/** A form; its fields get their state by name. Submitting focuses the first invalid field. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, id, className, unpaid = false, children } = props;
  const refusal = useWriteRefusal();
  const refused = unpaid ? null : refusal;
  const running = useRef(false);
  const rootMessage = form.formState.errors.root?.server?.message;
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // A dialog's form may be a React child of another form.
    event.stopPropagation();
    if (running.current) return;
    if (refused) return toast({ title: refused.title, description: refused.body, variant: 'destructive' });
    running.current = true;
    try {
      await form.handleSubmit((values) => onSubmit(values))(event);
    } catch (error) {
      if (!(error instanceof SchemaLoadError)) throw error;
      // The schema may be of an earlier release. Nothing reloads by itself: not every form is persisted.
      const description = (await isServerReachable()) ? RELOAD : UNREACHABLE;
      toast({ title: 'Not sent', description, variant: 'destructive' });
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
        {refused && (
          <Banner tone="info" title={refused.title} className="not-in-[[role=dialog]]:hidden">
            {refused.body}
          </Banner>
        )}
        {rootMessage && <Banner tone="danger">{rootMessage}</Banner>}
        {children}
      </form>
    </FormProvider>
  );
}
