import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { QrCode } from '#platform/web/ui/QrCode.tsx';

type ReceiptCodeProps = {
  url: string;
  /** Set while the note is still on this device: until it arrives the link shows nothing. */
  isUnsent?: boolean;
  onDone?: () => void;
};

/** A receipt link for the client to scan. It is on screen once. */
export function ReceiptCode({ url, isUnsent = false, onDone }: ReceiptCodeProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md border border-line p-4">
      <p className="text-center">
        Ask the client to scan this QR code with their phone. It opens their receipt and is shown only once.
        {isUnsent && ' The receipt opens after the note is sent.'}
      </p>
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
