import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

type ClientComboboxProps = {
  name: 'clientId';
  label: string;
  required: boolean;
  options: readonly { value: string; label: string }[];
};

/** Selects the client by typing, for those with many clients. */
export function ClientCombobox(props: ClientComboboxProps) {
  return <FormCombobox<NoteValues> {...props} placeholder="Type a name" emptyText="No matching client" />;
}
