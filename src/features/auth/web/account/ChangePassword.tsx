import { useMutation } from '@tanstack/react-query';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { toastSaveError } from '#platform/web/forms/toastSaveError.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { changePasswordInput } from '#features/auth/contract.ts';
import { authApi } from '#features/auth/web/queries.ts';
import { validateSession } from '#features/sessions/web/queries.ts';

type Passwords = { currentPassword: string; newPassword: string };

/** Changes the user's password, which ends their other sessions. */
export function ChangePassword({ open, onOpenChange }: OpenState) {
  const form = useZodForm({
    schema: changePasswordInput,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const change = useMutation({
    mutationFn: (body: Passwords) => authApi('POST /api/auth/change-password', { body }),
  });
  function close(next: boolean) {
    if (!next) form.reset();
    onOpenChange(next);
  }
  async function save(values: Passwords) {
    try {
      await change.mutateAsync(values);
      close(false);
      toast({ title: 'Password changed', description: 'You were logged out on your other devices.' });
      await validateSession();
    } catch (error) {
      toastSaveError(form, error, { fallback: "Couldn't change the password" });
    }
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={close}
      title="Change password"
      size="sm"
      sticky
      form="change-password"
      submit="Change password"
      pending={change.isPending}
    >
      <Form id="change-password" form={form} onSubmit={save} unpaid>
        <FormText
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormText
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters. Several words in a row are easy to remember and hard to guess."
          required
        />
      </Form>
    </FormDialog>
  );
}
