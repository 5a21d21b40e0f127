import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { Trend } from '#features/payroll/rules.ts';

const badges = {
  up: { label: 'Up', icon: <ArrowUp aria-hidden /> },
  down: { label: 'Down', icon: <ArrowDown aria-hidden /> },
  same: { label: 'Same', icon: <Equal aria-hidden /> },
};

/** The trend of the hours. More is neither good nor bad, so it has no color. */
export function TrendBadge({ trend }: { trend: Trend }) {
  const { label, icon } = badges[trend];
  return <Badge icon={icon}>{label}</Badge>;
}
