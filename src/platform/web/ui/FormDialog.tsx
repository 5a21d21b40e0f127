import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { DialogProps } from './dialogContainer.ts';

type FormDialogProps = Omit<DialogProps, 'footer'> & {
  /** The id of the form inside. */
  form: string;
  /** The label of the submit button. */
  submit: string;
  pending: boolean;
  pendingLabel?: string;
  disabled?: boolean;
  /** The look of the submit button. */
  variant?: 'primary' | 'danger';
};

/** A dialog around a form, with Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { form, submit, pending, pendingLabel, disabled, variant = 'primary', ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" {...{ variant, form, pending, pendingLabel, disabled }}>
            {submit}
          </Button>
        </>
      }
    />
  );
}
