import { formatCount } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { SubscriptionInfo } from '#features/subscription/web/queries.ts';

type Counts = NonNullable<SubscriptionInfo['usage']>;

/** The plan's limits of employees and clients, with the numbers in use. */
export function Usage({ usage }: { usage: Counts }) {
  return (
    <Card title="Usage" description="Admins and inactive employees and clients don't count">
      <div className="grid gap-5 sm:grid-cols-2">
        <UsageItem label="Employees" count={usage.employees} />
        <UsageItem label="Clients" count={usage.clients} />
      </div>
    </Card>
  );
}

function UsageItem({ label, count: { used, limit } }: { label: string; count: Counts['employees'] }) {
  if (limit === null) {
    return (
      <div className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">{label}</span>
        <span className="tabular font-medium">{formatCount(used)}, no limit</span>
      </div>
    );
  }
  const tone = used > limit ? 'danger' : used >= limit * 0.9 ? 'pending' : 'accent';
  return (
    <Progress
      label={label}
      value={used}
      max={limit}
      tone={tone}
      figure={`${formatCount(used)} of ${formatCount(limit)}`}
    />
  );
}
