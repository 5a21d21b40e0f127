import { KeyRound, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { PrintedCode } from './PrintedCode.tsx';

const EditCodeDialog = lazyDialog(async () => (await import('./EditCodeDialog.tsx')).EditCodeDialog);

/** The code a client enters to sign, or a notice that none is assigned. */
export function SignatureCode({ client }: { client: Client }) {
  const { signatureCode, hasSignatureCode, contactName } = client;
  const { businessName } = useUser();
  const [printing, setPrinting] = useState(false);
  const stopPrinting = useCallback(() => setPrinting(false), []);
  if (signatureCode) {
    return (
      <div className="flex items-center gap-2">
        <code className="tabular rounded-md bg-sunken px-3 py-1.5 font-semibold tracking-widest wrap-anywhere">
          {signatureCode}
        </code>
        <CopyButton value={signatureCode} label="Copy code" size="md" />
        <IconButton label="Print card" icon={<Printer aria-hidden />} onClick={() => setPrinting(true)} />
        {printing && (
          <PrintedCode
            name={contactName}
            code={signatureCode}
            businessName={businessName}
            onPrinted={stopPrinting}
          />
        )}
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
