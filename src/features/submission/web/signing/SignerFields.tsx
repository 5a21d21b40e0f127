import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { businessQuery } from '#features/businesses/web/queries.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

const SIGNING = [
  { value: 'client', label: 'The client' },
  { value: 'representative', label: 'A representative' },
];
const NOT_SIGNING = { value: 'none', label: 'Cannot sign today' };

/** Who signs for the client. @param isDisputed what the client reported takes the place of a signature */
export function SignerFields({ isDisputed }: { isDisputed: boolean }) {
  const kind = useWatch<NoteValues, 'signer.kind'>({ name: 'signer.kind' });
  const allowsUnsigned = useQuery(businessQuery()).data?.allowUnsigned === true;
  return (
    <>
      <FormChoice<NoteValues>
        name="signer.kind"
        legend="Who is signing?"
        options={allowsUnsigned && !isDisputed ? [...SIGNING, NOT_SIGNING] : SIGNING}
        look={allowsUnsigned ? 'list' : 'segmented'}
        className={allowsUnsigned ? 'sm:flex-row sm:flex-wrap sm:[&>label]:flex-1' : 'sm:max-w-80'}
      />
      {kind === 'representative' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText<NoteValues>
            name="signer.name"
            label="Representative's name"
            maxLength={200}
            autoComplete="off"
            required
          />
          <FormText<NoteValues>
            name="signer.relation"
            label="Relationship to the client"
            hint="For example mother or legal guardian"
            maxLength={200}
            autoComplete="off"
            required
          />
        </div>
      )}
      {kind === 'none' && (
        <FormTextArea<NoteValues>
          name="signer.reason"
          label="Why the client can't sign"
          hint="The note gets a warning, and a manager has to review it individually."
          limit={500}
          rows={3}
          autoGrow
          required
        />
      )}
    </>
  );
}
