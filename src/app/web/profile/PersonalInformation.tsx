import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { ContactLink } from '#platform/web/ui/ContactLink.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { AllowSending, PersonSignIn } from '#features/auth/web/public.tsx';
import { SendMessageDialog } from '#features/mail/web/public.tsx';
import { fullNameOf, roleLabel } from '#features/people/rules.ts';
import { PersonStatusBadge } from '#features/people/web/employees/PersonStatusBadge.tsx';
import type { Person } from '#features/people/web/queries.ts';
import { PictureField } from '#features/pictures/web/public.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';

const EditProfileDialog = lazyDialog(
  async () => (await import('#features/people/web/profile/EditProfile.tsx')).EditProfileDialog,
);

type PersonalInformationProps = { person: Person; own: boolean };

/** A person's name, contact data and login, with the actions of the profile. */
export function PersonalInformation({ person, own }: PersonalInformationProps) {
  const isManager = useIsManager();
  const name = fullNameOf(person);
  return (
    <Card title="Personal Information" footer={<Actions person={person} own={own} />}>
      <div className="mb-5 flex items-center gap-4">
        <Avatar name={name} src={person.profilePicture} size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted wrap-anywhere">@{person.username}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <PersonStatusBadge status={person.status} />
            <Badge>{roleLabel(person.role)}</Badge>
          </div>
        </div>
      </div>
      <Descriptions person={person} />
      {person.bio && (
        <div className="mt-5">
          <h3 className="text-sm text-muted">About</h3>
          <p className="wrap-anywhere whitespace-pre-line">{person.bio}</p>
        </div>
      )}
      {(isManager || own) && (
        <section aria-labelledby="credentials" className="mt-5 border-t border-line pt-4">
          <h3 id="credentials" className="mb-3 font-medium">
            Login Credentials
          </h3>
          <DescriptionList items={[{ term: 'Username', value: person.username }]} />
          {person.can.handlePassword && (
            <div className="mt-3">
              <PersonSignIn person={{ id: person.id, name: person.firstName || name }} />
            </div>
          )}
          {person.can.allowSending && (
            <div className="mt-5">
              <AllowSending
                person={{ id: person.id, name: person.firstName || name }}
                until={person.sendingUntil}
              />
            </div>
          )}
        </section>
      )}
    </Card>
  );
}

function Descriptions({ person }: { person: Person }) {
  const { email, phone } = person;
  return (
    <DescriptionList
      columns={2}
      items={[
        { term: 'Email', value: <ContactLink kind="email" value={email} />, wide: true },
        { term: 'Phone', value: <ContactLink kind="phone" value={phone} /> },
        { term: 'Address', value: person.address },
        { term: 'Position', value: person.position },
        { term: 'Department', value: person.department },
      ]}
    />
  );
}

function Actions({ person, own }: PersonalInformationProps) {
  const isManager = useIsManager();
  const [editing, setEditing] = useState(false);
  const [writing, setWriting] = useState(false);
  const recipient = { id: person.id, name: fullNameOf(person) };
  return (
    <>
      {person.can.edit && (
        <Button variant="primary" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
          Edit Profile
        </Button>
      )}
      {isManager && !own && person.status !== 'inactive' && (
        <Button icon={<Send aria-hidden />} onClick={() => setWriting(true)}>
          Send Message
        </Button>
      )}
      <EditProfileDialog
        person={person}
        own={own}
        picture={
          <PictureField id={person.id} name={recipient.name} picture={person.profilePicture} own={own} />
        }
        open={editing}
        onOpenChange={setEditing}
      />
      <SendMessageDialog recipient={recipient} open={writing} onOpenChange={setWriting} />
    </>
  );
}
