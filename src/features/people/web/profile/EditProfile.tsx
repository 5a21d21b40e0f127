import { ownKey } from '#platform/web/forms/formMemory.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useUser, validateSession } from '#features/sessions/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';
import { useChangeProfile } from '#features/people/web/queries.ts';
import type { Person, ProfileChange } from '#features/people/web/queries.ts';
import { roleOptions } from '#features/people/web/employees/roleOptions.ts';
import { profileChanges, profileSchema, profileValues } from './profileForm.ts';
import type { ProfileOutput, ProfileValues } from './profileForm.ts';

import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useFormMemory } from '#platform/web/forms/useFormMemory.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';

const FORM = 'edit-profile';
const BIO_MAX = 2000;

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'on_leave', label: 'On leave' },
  { value: 'inactive', label: "Inactive (can't sign in)" },
];

type ProfileProps = { person: Person; own: boolean };

type EditProfileDialogProps = ProfileProps & OpenState & { picture: ReactNode };

/** Edit Profile: your own, or for managers another person's with their status; the picture comes first. */
export function EditProfileDialog({ person, own, picture, open, onOpenChange }: EditProfileDialogProps) {
  const change = useChangeProfile(person.id, own);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit Profile"
      description={own ? undefined : fullNameOf(person)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={change.isPending}>
            Save Changes
          </Button>
        </>
      }
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
    </Dialog>
  );
}

type ProfileFormProps = ProfileProps & { onSave: (body: ProfileChange) => Promise<void> };

function ProfileForm({ person, own, onSave }: ProfileFormProps) {
  const user = useUser();
  const [before] = useState(person);
  const [defaultValues] = useState(() => profileValues(before));
  const form = useZodForm({ schema: profileSchema, defaultValues });
  const memory = useFormMemory({ key: ownKey(user.id, `profile:${person.id}`), form, storage: 'session' });
  async function save(values: ProfileOutput) {
    try {
      await onSave(profileChanges(before, values));
      memory.clear();
    } catch (error) {
      failureToast(error, 'Failed to update profile');
      showSaveError(form, error, "The profile wasn't changed.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Names own={own} />
        {!own && person.can.changeStatus && (
          <>
            <FormSelect<ProfileValues> name="status" label="Employee Status" options={statuses} />
            <FormSelect<ProfileValues>
              name="role"
              label="Role"
              options={roleOptions(user.role === 'admin')}
            />
          </>
        )}
        <FormTextArea<ProfileValues>
          name="bio"
          label="Bio"
          optional
          rows={4}
          limit={BIO_MAX}
          className="sm:col-span-2"
        />
      </div>
    </Form>
  );
}

function Names({ own }: { own: boolean }) {
  const fill = (text: string) => (own ? text : 'off');
  return (
    <>
      <FormText<ProfileValues>
        name="firstName"
        label="First Name"
        required
        autoComplete={fill('given-name')}
      />
      <FormText<ProfileValues>
        name="lastName"
        label="Last Name"
        required
        autoComplete={fill('family-name')}
      />
      <FormText<ProfileValues>
        name="email"
        label="Email"
        type="email"
        optional
        autoComplete={fill('email')}
      />
      <FormText<ProfileValues> name="phone" label="Phone" type="tel" optional autoComplete={fill('tel')} />
      <FormText<ProfileValues> name="position" label="Position" optional autoComplete="off" />
      <FormText<ProfileValues> name="department" label="Department" optional autoComplete="off" />
      <FormText<ProfileValues>
        name="address"
        label="Address"
        optional
        autoComplete={fill('street-address')}
        className="sm:col-span-2"
      />
    </>
  );
}
