import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { profileInput } from '#features/people/contract.ts';
import { fullNameOf, personStatusLabels } from '#features/people/rules.ts';
import { useChangeProfile, type Person, type ProfileChange } from '#features/people/web/queries.ts';
import { useUser, validateSession } from '#features/sessions/web/queries.ts';
import { PersonFields } from './PersonFields.tsx';
import { roleOptions } from './roleOptions.ts';

const FORM = 'edit-profile';
const BIO_MAX = 2000;

const statuses = toOptions({ ...personStatusLabels, inactive: "Inactive (can't log in)" });

type ProfileProps = { person: Person; own: boolean };

type EditProfileDialogProps = ProfileProps & OpenState & { picture: ReactNode };

/** Edit Profile: the user's own, or for managers another person's with their status; the picture is first. */
export function EditProfileDialog({ person, own, picture, open, onOpenChange }: EditProfileDialogProps) {
  const change = useChangeProfile(person.id, own);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit Profile"
      description={own ? undefined : fullNameOf(person)}
      form={FORM}
      submit="Save Changes"
      pending={change.isPending}
    >
      <div className="flex flex-col gap-6">
        {picture}
        <ProfileForm
          person={person}
          own={own}
          onSave={async (body) => {
            await change.mutateAsync(body);
            onOpenChange(false);
            toast({ title: own ? 'Profile updated successfully' : 'Employee profile updated successfully' });
            if (own) await validateSession();
          }}
        />
      </div>
    </FormDialog>
  );
}

type ProfileFormProps = ProfileProps & { onSave: (body: ProfileChange) => Promise<void> };

function ProfileForm({ person, own, onSave }: ProfileFormProps) {
  const user = useUser();
  const [before] = useState(person);
  const [defaultValues] = useState(() => toValues(before));
  const form = useZodForm({ schema: profileInput, defaultValues });
  const persisted = usePersistedForm({
    key: ownKey(user.id, `profile:${person.id}`),
    form,
    storage: 'session',
  });
  async function save(values: z.output<typeof profileInput>) {
    try {
      // Sends only changed fields, which keeps changes by others.
      const changes = Object.entries(values).filter(
        ([name, value]) => before[name as keyof Person] !== value,
      );
      await onSave(Object.fromEntries(changes));
      persisted.clear();
    } catch (error) {
      failureToast(error, 'Failed to update profile');
      showSaveError(form, error, "The profile wasn't changed.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <PersonFields own={own} />
        <FormText
          name="address"
          label="Address"
          optional
          autoComplete={own ? 'street-address' : 'off'}
          className="sm:col-span-2"
        />
        {!own && person.can.changeStatus && (
          <>
            <FormSelect name="status" label="Employee Status" options={statuses} />
            <FormSelect name="role" label="Role" options={roleOptions(user.role === 'admin')} />
          </>
        )}
        <FormTextArea name="bio" label="Bio" optional rows={4} limit={BIO_MAX} className="sm:col-span-2" />
      </div>
    </Form>
  );
}

const toValues = (person: Person): z.input<typeof profileInput> => ({
  firstName: person.firstName ?? '',
  lastName: person.lastName ?? '',
  email: person.email ?? '',
  phone: person.phone ?? '',
  position: person.position ?? '',
  department: person.department ?? '',
  bio: person.bio ?? '',
  address: person.address ?? '',
  status: person.status,
  role: person.role,
});
