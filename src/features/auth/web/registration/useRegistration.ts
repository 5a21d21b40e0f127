import { useMutation } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { toastSaveError } from '#platform/web/forms/toastSaveError.ts';
import { storeSession } from '#platform/web/session.ts';
import { finishLogout } from '#features/auth/web/login/logout.ts';
import { welcome } from '#features/auth/web/login/useLogin.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';

const FAILED = {
  title: 'Admin registration failed',
  fallback: 'Please check your information and try again.',
};

/** Registers an administrator, logs them in and reloads the app. */
export function useRegistration<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  persisted: { clear: () => void },
  send: (values: Output) => Promise<{ token: string; user: SessionUser }>,
) {
  const register = useMutation({ mutationFn: send });
  async function save(values: Output) {
    try {
      await finishLogout();
      const answer = await register.mutateAsync(values);
      persisted.clear();
      storeSession(answer);
      welcome(answer.user);
      location.assign('/');
    } catch (error) {
      toastSaveError(form, error, FAILED);
    }
  }
  return { save, pending: register.isPending || register.isSuccess };
}
