/** What the shell and the profile use of sign-in. */
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';

const ChangePassword = lazy(async () => ({
  default: (await import('./parts/ChangePassword.tsx')).ChangePassword,
}));
const SecurityCard = lazy(async () => ({
  default: (await import('./parts/SignInSecurity.tsx')).SignInSecurity,
}));
const Issued = lazy(async () => ({
  default: (await import('./parts/IssuedPassword.tsx')).IssuedPassword,
}));

export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };

/** The dialog in which one chooses a new password; its code is loaded when it is first opened. */
export function ChangePasswordDialog(props: OpenState) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ChangePassword {...props} />
    </Suspense>
  );
}

/** Own password, two-step sign-in and devices, as a card with a heading of level 2. */
export function SignInSecurity() {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <SecurityCard />
    </Suspense>
  );
}

export type IssuedPasswordProps = { person: { id: number; name: string } };

/** The password that a manager issued to somebody, hidden until asked for, and Reset Password. */
export function IssuedPassword(props: IssuedPasswordProps) {
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <Issued key={props.person.id} {...props} />
    </Suspense>
  );
}
