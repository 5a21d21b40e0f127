import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { EditCodeDialog } from './EditCodeDialog.tsx';

/** The code a client enters to sign, or a notice that none is assigned. */
export function SignatureCode({ client }: { client: Client }) {
  const { signatureCode, hasSignatureCode } = client;
  if (signatureCode) {
    return (
      <div className="flex items-center gap-2">
        <code className="tabular rounded-md bg-sunken px-3 py-1.5 font-semibold tracking-widest wrap-anywhere">
          {signatureCode}
        </code>
        <CopyButton value={signatureCode} label="Copy code" size="md" />
      </div>
    );
  }
  if (hasSignatureCode) return <Badge>Assigned</Badge>;
  return (
    <Banner tone="pending" title="No signature code assigned">
      This client can't sign notes until a code is set.
    </Banner>
  );
}

/** Opens the Edit Code dialog. */
export function EditCodeButton({ client }: { client: Client }) {
  const [open, setOpen] = useState(false);
  if (!client.can.edit) return null;
  return (
    <>
      <Button size="sm" icon={<KeyRound aria-hidden />} onClick={() => setOpen(true)}>
        Edit Code
      </Button>
      <EditCodeDialog client={client} open={open} onOpenChange={setOpen} />
    </>
  );
}
