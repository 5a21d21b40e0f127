import { useRef, useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { useChangeProfile } from '#features/people/web/queries.ts';
import type { Person } from '#features/people/web/queries.ts';

type Choice = Pick<Person, 'emailOnReview' | 'emailOnMessage'>;

const choices: { name: keyof Choice; label: string }[] = [
  { name: 'emailOnReview', label: 'A note of mine is reviewed' },
  { name: 'emailOnMessage', label: 'I get a new message' },
];

/** What the person gets an e-mail about; each press counts at once. */
export function EmailChoices({ person }: { person: Person }) {
  const { chosen, choose } = useChoices(person.id);
  return (
    <Card title="E-mail me when" description={where(person.email)}>
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

/** What was pressed and is not yet read back from the server. */
function useChoices(personId: number) {
  const change = useChangeProfile(personId, true);
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const before = useRef(Promise.resolve());
  async function save(choice: Partial<Choice>) {
    try {
      await change.mutateAsync(choice);
      toast({ title: 'Saved' });
      await refreshTopics(['people']);
    } catch (error) {
      failureToast(error, 'Failed to save what you get an e-mail about');
    }
    setChosen((now) => without(now, choice));
  }
  return {
    chosen,
    choose(choice: Partial<Choice>) {
      setChosen((now) => ({ ...now, ...choice }));
      // One after another, so that of two quick presses the second one stands.
      before.current = before.current.then(() => save(choice));
    },
  };
}

/** What was pressed again meanwhile stays. */
const without = (chosen: Partial<Choice>, done: Partial<Choice>): Partial<Choice> =>
  Object.fromEntries(Object.entries(chosen).filter(([name, value]) => done[name as keyof Choice] !== value));

const where = (email: string | null): string =>
  email === null
    ? 'You have no e-mail address here. Add one with Edit Profile to choose.'
    : `Sent to ${email}. It says from whom and of which kind, never what was written.`;
