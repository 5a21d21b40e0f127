import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { QrCode } from '#platform/web/ui/QrCode.tsx';

/** A receipt link for the client to scan. It is on screen once. */
export function ReceiptCode({ url, onDone }: { url: string; onDone?: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md border border-line p-4">
      <p className="text-center">Let the client scan this code with their phone. It is shown only once.</p>
      <div className="flex w-full items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1 text-sm break-all">{url}</span>
        <CopyButton value={url} label="Copy link" />
      </div>
      {/* Below the part of a phone that a toast covers. */}
      <QrCode text={url} label="QR code of the client's receipt" />
      {onDone && (
        <Button size="sm" onClick={onDone}>
          Done
        </Button>
      )}
    </div>
  );
}
