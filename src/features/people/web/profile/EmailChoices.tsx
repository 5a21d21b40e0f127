import { useRef, useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { useChangeProfile, type Person } from '#features/people/web/queries.ts';

type Choice = Pick<Person, 'emailOnReview' | 'emailOnMessage'>;

const choices: { name: keyof Choice; label: string }[] = [
  { name: 'emailOnReview', label: 'One of my notes is reviewed' },
  { name: 'emailOnMessage', label: 'I get a new message' },
];

/** The emails the user receives; each switch saves immediately. */
export function EmailChoices({ person }: { person: Person }) {
  const { chosen, choose } = useChoices(person);
  return (
    <Card title="Email me when" description={where(person.email)}>
      <div className="divide-y divide-line">
        {choices.map(({ name, label }) => (
          <Switch
            key={name}
            label={label}
            checked={chosen[name] ?? person[name]}
            disabled={person.email === null}
            onChange={(checked) => choose({ [name]: checked })}
          />
        ))}
      </div>
    </Card>
  );
}

/** The choices that the profile does not contain yet. */
function useChoices(person: Person) {
  const change = useChangeProfile(person.id, true);
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const before = useRef(Promise.resolve());
  const [profile, setProfile] = useState(person);
  if (profile !== person) {
    setProfile(person);
    setChosen(without(chosen, person));
  }
  async function save(choice: Partial<Choice>) {
    try {
      await change.mutateAsync(choice);
      toast({ title: 'Saved' });
    } catch (error) {
      failureToast(error, "Couldn't save your email settings");
      setChosen((now) => without(now, choice));
    }
  }
  return {
    chosen,
    choose(choice: Partial<Choice>) {
      setChosen((now) => ({ ...now, ...choice }));
      // In sequence, so that the later of two quick changes wins.
      before.current = before.current.then(() => save(choice));
    },
  };
}

/** A choice that was changed again in the meantime stays. */
const without = (chosen: Partial<Choice>, done: Partial<Choice>): Partial<Choice> =>
  Object.fromEntries(Object.entries(chosen).filter(([name, value]) => done[name as keyof Choice] !== value));

const where = (email: string | null): string =>
  email === null
    ? 'Your profile has no email address. Add one under Edit Profile first.'
    : `Sent to ${email}. Emails include the sender and the reason, never the contents.`;
