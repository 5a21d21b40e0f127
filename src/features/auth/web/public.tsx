/** What the shell uses of sign-in. */
import { lazy, Suspense, useState } from 'react';

const ChangePassword = lazy(async () => ({
  default: (await import('./parts/ChangePassword.tsx')).ChangePassword,
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
