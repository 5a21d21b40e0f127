import type { PersonSignInProps } from '#features/auth/web/public.tsx';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import { PersonTwoFactor } from './PersonTwoFactor.tsx';

/** What a manager does about the sign-in of somebody else. */
export function PersonSignIn({ person }: PersonSignInProps) {
  return (
    <div className="flex flex-col gap-5">
      <TemporaryPassword person={person} />
      <PersonSessions person={person} />
      <PersonTwoFactor person={person} />
    </div>
  );
}
