import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

type FormDialogProps = Omit<DialogProps, 'footer'> & {
  /** The id of the form inside. */
  form: string;
  /** The label of the submit button. */
  submit: string;
  pending: boolean;
};

/** A dialog around a form, with Cancel and a submit button. */
export function FormDialog({ form, submit, pending, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pending={pending}>
            {submit}
          </Button>
        </>
      }
    />
  );
}
