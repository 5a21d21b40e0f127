import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#features/sessions/web/queries.ts';
import { fullNameOf, roleLabel } from '#features/people/rules.ts';
import { SendMessageDialog } from '#features/mail/web/public.tsx';
import type { Person } from '#features/people/web/queries.ts';
import { PersonStatusBadge } from './PersonStatusBadge.tsx';
import { formatDate } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { ContactLink } from '#platform/web/ui/ContactLink.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';

type PersonDialogProps = { person: Person | undefined; onClose: () => void };

/** What is known about a person. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  // Stays what it was while the dialog closes.
  const [last, setLast] = useState(person);
  if (person && person !== last) setLast(person);
  const shown = person ?? last;
  if (!shown) return null;
  return (
    <Dialog
      open={person !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={fullNameOf(shown)}
      description={`Username: ${shown.username}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <SendMessage person={shown} />
          <Link
            to="/profile/$employeeId"
            params={{ employeeId: String(shown.id) }}
            className={buttonClass({ variant: 'primary' })}
          >
            View profile
          </Link>
        </>
      }
    >
      <Facts person={shown} />
    </Dialog>
  );
}

/** Nobody writes to themselves, and people who left get no mail. */
function SendMessage({ person }: { person: Person }) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  if (person.id === user.id || person.status === 'inactive') return null;
  return (
    <>
      <Button icon={<Mail aria-hidden />} onClick={() => setOpen(true)}>
        Send Message
      </Button>
      <SendMessageDialog
        recipient={{ id: person.id, name: fullNameOf(person) }}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}

function Facts({ person }: { person: Person }) {
  const { timeZone } = useUser();
  const { email, phone } = person;
  return (
    <DescriptionList
      columns={2}
      items={[
        { term: 'Role', value: roleLabel(person.role) },
        { term: 'Status', value: <PersonStatusBadge status={person.status} /> },
        { term: 'Position', value: person.position },
        { term: 'Department', value: person.department },
        { term: 'Email', value: <ContactLink kind="email" value={email} /> },
        { term: 'Phone', value: <ContactLink kind="phone" value={phone} /> },
        { term: 'Address', value: person.address },
        { term: 'Added', value: formatDate(person.createdAt, timeZone) },
      ]}
    />
  );
}
