import type { SignInOfProps } from '#features/auth/web/public.tsx';
import { IssuedPassword } from './IssuedPassword.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import { PersonTwoStep } from './PersonTwoStep.tsx';

/** What a manager does about the sign-in of somebody else. */
export function SignInOf({ person }: SignInOfProps) {
  return (
    <div className="flex flex-col gap-5">
      <IssuedPassword person={person} />
      <PersonSessions person={person} />
      <PersonTwoStep person={person} />
    </div>
  );
}
