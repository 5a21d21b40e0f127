/** The account dialogs and cards that the shell and the profile show. */

import { lazyDialog, lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { NamedPerson } from './account/accountCalls.ts';

export { ChangePasswordDialog } from './account/changePasswordDialog.ts';

/** Resets a person's password and shows the temporary one. */
export const ResetPasswordDialog = lazyDialog(
  async () => (await import('./account/ResetPassword.tsx')).ResetPassword,
);

/** The user's password, two-factor authentication and devices, as a card with a level 2 heading. */
export const SignInSecurity = lazyComponent(
  async () => (await import('./account/SignInSecurity.tsx')).SignInSecurity,
  <Skeleton className="h-96" />,
);

/** For admins: allows a deactivated person one login to send notes. */
export const AllowSending = lazyComponent(
  async () => (await import('./account/AllowSending.tsx')).AllowSending,
  <Skeleton className="h-24" />,
);

const LazyPersonSignIn = lazyComponent(
  async () => (await import('./account/PersonSignIn.tsx')).PersonSignIn,
  <Skeleton className="h-48" />,
);

/** For managers: a person's temporary password, Reset Password, their devices and two-factor authentication. */
export function PersonSignIn(props: { person: NamedPerson }) {
  return <LazyPersonSignIn key={props.person.id} {...props} />;
}
