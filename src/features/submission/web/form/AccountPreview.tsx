import { formatDay } from '#platform/web/format.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { AccountLevelBadge } from '#features/clients/web/accounts/public.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import type { PreviewState } from '#features/submission/web/entry/useUnitsPreview.ts';
import type { UnitsPreview } from '#features/submission/web/queries.ts';
import { UnitsLeft } from '#features/units/web/public.tsx';

type AccountPreviewProps = {
  preview: PreviewState;
  serviceName: string;
  /** Computed from data stored on the device while the server is unreachable; null when it is not known. */
  remaining: number | null;
  /** The units of waiting notes that use the same account; null when it is not known. */
  waiting: number | null;
};

/** The account that the visit uses and what is left of it, for clients with authorizations. */
export function AccountPreview({ preview, serviceName, remaining, waiting }: AccountPreviewProps) {
  return (
    <div role="status" aria-label="Units left" className="min-h-17">
      {preview.data && waiting === null ? (
        <p className="text-sm text-muted">
          The units left will be known once the notes on this device are sent. You can still submit the note.
        </p>
      ) : preview.data ? (
        <AccountLeft preview={preview.data} serviceName={serviceName} waiting={waiting ?? 0} />
      ) : preview.status === 'loading' ? (
        <div className="grid gap-2 pt-1">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-2" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : (
        <p className="text-sm text-muted">
          {preview.status === 'failed' ? (
            <>
              {remaining === null
                ? "Couldn't check this visit's units."
                : `Can't reach the server. Based on the last known balance, ${describeLeft(remaining)} after this note.`}{' '}
              You can still submit the note.{' '}
              <button
                type="button"
                className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
                onClick={preview.retry}
              >
                Retry
              </button>
            </>
          ) : (
            'Enter the service, date and times to see how many units are left.'
          )}
        </p>
      )}
    </div>
  );
}

type AccountLeftProps = { preview: UnitsPreview; serviceName: string; waiting: number };

function AccountLeft({ preview, serviceName, waiting }: AccountLeftProps) {
  const { account, units } = preview;
  return (
    <>
      <UnitsLeft
        total={account.total}
        available={Number(account.available) - waiting}
        needed={Number(units)}
        granted={account.authorizationId === null ? 'bought' : 'authorized'}
      />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <p className="min-w-0 wrap-anywhere text-muted">{sourceOf(account, serviceName)}</p>
        {account.level !== 'enough' && <AccountLevelBadge level={account.level} />}
      </div>
    </>
  );
}

const describeLeft = (remaining: number): string =>
  remaining < 0
    ? `the client will be ${unitsLabel(-remaining)} over the limit`
    : `${unitsLabel(remaining)} will be left`;

/** 'From the Home care authorization PA-1042, through Dec 31, 2027'. */
function sourceOf({ authorizationId, reference, expiryDate }: UnitsPreview['account'], serviceName: string) {
  if (authorizationId === null) return "From this client's general units";
  const name = ['From the', serviceName, 'authorization', reference].filter(Boolean).join(' ');
  return expiryDate ? `${name}, through ${formatDay(expiryDate)}` : name;
}
