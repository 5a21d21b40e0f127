import { useParams } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { SignInSecurity } from '#features/auth/web/public.tsx';
import { AssignedClients } from '#features/clients/web/assignments/public.tsx';
import { EmployeePayroll } from '#features/payroll/web/public.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { EmailChoices } from '#features/people/web/profile/EmailChoices.tsx';
import { useProfile, type Person } from '#features/people/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { PersonalInformation } from './PersonalInformation.tsx';

/** The profile of the person in the URL, or the user's own. */
export function ProfilePage() {
  const user = useUser();
  const { employeeId = String(user.id) } = useParams({ strict: false });
  return <Profile key={employeeId} id={employeeId} own={employeeId === String(user.id)} />;
}

function Profile({ id, own }: { id: string; own: boolean }) {
  const profile = useProfile(id);
  const person = profile.data;
  usePageTitle({ title: titleOf(person, own), subtitle: person?.position ?? undefined });
  if (profile.isPending) return <ProfileSkeleton />;
  if (profile.isError && !person) {
    return (
      <ErrorState
        title="Profile Not Found"
        body={`Unable to load profile information. ${messageOf(profile.error, '')}`}
        onRetry={() => void profile.refetch()}
        retrying={profile.isFetching}
      />
    );
  }
  if (!person)
    return <EmptyState icon={<UserX />} title="Profile Not Found" body="No profile data available." />;
  return <Content person={person} own={own} />;
}

function titleOf(person: Person | undefined, own: boolean): string {
  if (own) return 'My Profile';
  return person ? `${fullNameOf(person)}'s Profile` : 'Profile';
}

function Content({ person, own }: { person: Person; own: boolean }) {
  const isManager = useIsManager();
  const name = fullNameOf(person);
  return (
    <div className="flex flex-col gap-8">
      <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PersonalInformation person={person} own={own} />
        <div className="flex min-w-0 flex-col gap-8">
          <AssignedClients employee={{ id: person.id, name, role: person.role }} editable={isManager} />
          {own && <SignInSecurity />}
          {own && <EmailChoices person={person} />}
        </div>
      </div>
      <Section title={own ? 'My Payroll & Time Tracking' : 'Payroll & Time Tracking'}>
        <EmployeePayroll employeeId={person.id} />
      </Section>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Skeleton className="h-120" />
      <Skeleton className="h-64" />
    </div>
  );
}
