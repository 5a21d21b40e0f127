import { useNavigate } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { formatMegabytes } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { UploadProgress, useFileUpload } from '#features/files/web/public.tsx';
import type { ImportKind } from '#features/imports/contract.ts';
import { findImportProblem } from '#features/imports/fileRules.ts';
import { importKindLabels } from '#features/imports/rules.ts';
import { toTemplateAddress, useUploadImport } from '#features/imports/web/queries.ts';

const options = (Object.keys(importKindLabels) as ImportKind[]).map((value) => ({
  value,
  label: importKindLabels[value],
}));

/** Uploads a spreadsheet and opens its preview. */
export function ImportCard() {
  const [kind, setKind] = useState<ImportKind>('clients');
  const upload = useFileUpload(findImportProblem);
  const send = useUploadImport();
  const navigate = useNavigate();

  async function preview() {
    let importId: number | undefined;
    try {
      await upload.run({ kind }, async ({ file, onProgress, signal }) => {
        importId = (await send.mutateAsync({ kind, file, onProgress, signal })).id;
      });
    } catch (error) {
      failureToast(error, 'Failed to read the file');
      upload.setProblem((problem) => problem ?? messageOf(error, "The file wasn't read."));
    }
    if (importId !== undefined)
      await navigate({ to: '/records/imports/$importId', params: { importId: String(importId) } });
  }

  return (
    <Card
      title="Import"
      description="Add records from a spreadsheet. You see a preview before anything is added."
    >
      <form
        noValidate
        className="grid max-w-xl gap-5"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void preview();
        }}
      >
        <Field
          label="Record type"
          hint="Import services and clients before authorizations, and clients and employees before assignments."
        >
          <Select
            value={kind}
            options={options}
            onChange={(event) => setKind(event.target.value as ImportKind)}
          />
        </Field>
        <Field
          label="File"
          required
          error={upload.problem}
          hint="CSV or XLSX, up to 5,000 rows and 10 MB. The first row names the columns."
        >
          <FileInput
            accept=".csv,.tsv,.txt,.xlsx"
            chosen={upload.file && { name: upload.file.name, note: formatMegabytes(upload.file.size) }}
            onChange={upload.choose}
            disabled={upload.progress !== null}
          />
        </Field>
        <UploadProgress upload={upload} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={upload.progress !== null}>
            Preview
          </Button>
          <a href={toTemplateAddress(kind)} download className={buttonClass({})}>
            <FileDown aria-hidden />
            Download template
          </a>
        </div>
      </form>
    </Card>
  );
}
