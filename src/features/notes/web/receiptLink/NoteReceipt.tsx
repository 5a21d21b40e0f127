import { useState } from 'react';
import { now } from '#platform/web/clock.ts';
import { formatDate } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { toastChangeError } from '#features/notes/web/changes/toastChangeError.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { useRenewReceipt, useRevokeReceipt } from './queries.ts';

const ReceiptCode = lazyComponent(async () => (await import('./ReceiptCode.tsx')).ReceiptCode);

type NoteReceiptProps = { note: Pick<Note, 'id' | 'receipt'>; timeZone: string };

/** The client's receipt link: until when it works, a new one, and revoking it; for managers. */
export function NoteReceipt({ note: { id, receipt }, timeZone }: NoteReceiptProps) {
  const [url, setUrl] = useState<string | null>(null);
  const renew = useRenewReceipt();
  const revoke = useRevokeReceipt();
  const [openedAt] = useState(now);
  const isValid = receipt !== null && receipt.revokedAt === null && new Date(receipt.expiresAt) > openedAt;
  async function makeLink() {
    const title = 'Create a new receipt link?';
    const body = "The client's current link will stop working.";
    if (isValid && !(await confirm({ title, body, confirmLabel: 'Create link' }))) return;
    try {
      setUrl((await renew.mutateAsync(id)).url);
    } catch (error) {
      toastChangeError(error, "Couldn't create a new link");
    }
  }
  async function revokeLink() {
    const title = 'Revoke the receipt link?';
    const body = 'The client can no longer see the visit or report a problem with it.';
    if (!(await confirm({ title, body, confirmLabel: 'Revoke', danger: true }))) return;
    setUrl(null);
    try {
      await revoke.mutateAsync(id);
    } catch (error) {
      toastChangeError(error, "Couldn't revoke the link");
    }
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{describeReceipt(receipt, { isValid, timeZone })}</p>
      {url !== null && isValid && <ReceiptCode url={url} onDone={() => setUrl(null)} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={renew.isPending} onClick={() => void makeLink()}>
          New receipt link
        </Button>
        {isValid && (
          <Button size="sm" pending={revoke.isPending} onClick={() => void revokeLink()}>
            Revoke
          </Button>
        )}
      </div>
    </div>
  );
}

function describeReceipt(
  receipt: Note['receipt'],
  { isValid, timeZone }: { isValid: boolean; timeZone: string },
): string {
  if (receipt === null) return 'The client has no link to this visit.';
  if (receipt.revokedAt !== null) return `Link revoked on ${formatDate(receipt.revokedAt, timeZone)}`;
  const date = formatDate(receipt.expiresAt, timeZone);
  return isValid ? `The client's link works until ${date}.` : `The client's link expired on ${date}.`;
}
