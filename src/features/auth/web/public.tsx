/** What the shell and the profile use of sign-in. */
import { lazyDialog, lazySoon } from '#platform/web/ui/lazySoon.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** The dialog in which one chooses a new password. */
export const ChangePasswordDialog = lazyDialog(
  async () => (await import('./parts/ChangePassword.tsx')).ChangePassword,
);

/** Own password, two-step sign-in and devices, as a card with a heading of level 2. */
export const SignInSecurity = lazySoon(
  async () => (await import('./parts/SignInSecurity.tsx')).SignInSecurity,
  <Skeleton className="h-96" />,
);

export type SignInOfProps = { person: { id: number; name: string } };

const Others = lazySoon(
  async () => (await import('./parts/SignInOf.tsx')).SignInOf,
  <Skeleton className="h-48" />,
);

/** For managers: the password that was issued to somebody, Reset Password, and their two-step sign-in. */
export function SignInOf(props: SignInOfProps) {
  return <Others key={props.person.id} {...props} />;
}
