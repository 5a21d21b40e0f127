/** What the shell and the profile use of sign-in. */
import { lazyDialog, lazySoon } from '#platform/web/ui/lazySoon.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** The dialog in which one chooses a new password. */
export const ChangePasswordDialog = lazyDialog(
  async () => (await import('./account/ChangePassword.tsx')).ChangePassword,
);

/** Own password, two-step sign-in and devices, as a card with a heading of level 2. */
export const SignInSecurity = lazySoon(
  async () => (await import('./account/SignInSecurity.tsx')).SignInSecurity,
  <Skeleton className="h-96" />,
);

export type PersonSignInProps = { person: { id: number; name: string } };

const Others = lazySoon(
  async () => (await import('./account/PersonSignIn.tsx')).PersonSignIn,
  <Skeleton className="h-48" />,
);

/** For managers: the password that was issued to somebody, Reset Password, and their two-step sign-in. */
export function PersonSignIn(props: PersonSignInProps) {
  return <Others key={props.person.id} {...props} />;
}
