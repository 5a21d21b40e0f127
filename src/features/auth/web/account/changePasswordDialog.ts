import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

/** The dialog that changes the user's password. */
export const ChangePasswordDialog = lazyDialog(
  async () => (await import('./ChangePassword.tsx')).ChangePassword,
);
