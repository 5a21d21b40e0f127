import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useUpload } from '#features/files/web/public.tsx';
import { RESOURCE_FORM, ResourceForm, type ResourceKind } from './ResourceForm.tsx';

const labels = {
  file: { submit: 'Upload Resource', pending: 'Uploading...' },
  url: { submit: 'Add Resource', pending: 'Adding...' },
};

type AddResourceProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Add Resource: a file, or a link to one. */
export function AddResource({ open, onOpenChange }: AddResourceProps) {
  const [kind, setKind] = useState<ResourceKind>('file');
  const [file, setFile] = useState<File | null>(null);
  const [pending, setPending] = useState(false);
  const upload = useUpload();
  function close() {
    upload.stop();
    setFile(null);
    setKind('file');
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      sticky
      title="Add Resource"
      description="Forms, policies, and guides for your team"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={RESOURCE_FORM}
            pending={pending}
            pendingLabel={labels[kind].pending}
            disabled={kind === 'file' && !file}
          >
            {labels[kind].submit}
          </Button>
        </>
      }
    >
      <ResourceForm
        kind={kind}
        onKind={setKind}
        file={file}
        onFile={setFile}
        upload={upload}
        onPending={setPending}
        onDone={close}
      />
    </Dialog>
  );
}
