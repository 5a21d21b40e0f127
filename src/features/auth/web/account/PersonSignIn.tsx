import type { NamedPerson } from './accountCalls.ts';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import { PersonTwoFactor } from './PersonTwoFactor.tsx';

/** What a manager can do about another person's sign-in. */
export function PersonSignIn({ person }: { person: NamedPerson }) {
  return (
    <div className="flex flex-col gap-5">
      <TemporaryPassword person={person} />
      <PersonSessions person={person} />
      <PersonTwoFactor person={person} />
    </div>
  );
}
