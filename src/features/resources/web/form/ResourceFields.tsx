import type { z } from 'zod';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import type { resourceForm } from '#features/resources/contract.ts';
import { accessLabels, categoryLabels } from '#features/resources/rules.ts';

type Values = z.input<typeof resourceForm>;

/** The fields common to files and links. */
export function ResourceFields() {
  return (
    <>
      <FormText<Values> name="title" label="Title" required autoComplete="off" />
      <FormTextArea<Values> name="description" label="Description" optional rows={2} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormSelect<Values> name="category" label="Category" options={toOptions(categoryLabels)} />
        <FormSelect<Values> name="accessLevel" label="Access Level" options={toOptions(accessLabels)} />
      </div>
    </>
  );
}
