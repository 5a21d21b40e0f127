import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { Trend } from '#features/payroll/rules.ts';

const words = {
  up: { label: 'Up', icon: <ArrowUp aria-hidden /> },
  down: { label: 'Down', icon: <ArrowDown aria-hidden /> },
  same: { label: 'Same', icon: <Equal aria-hidden /> },
};

/** Where the hours went against the week before. More is neither good nor bad, so it has no colour. */
export function TrendBadge({ trend }: { trend: Trend }) {
  const { label, icon } = words[trend];
  return <Badge icon={icon}>{label}</Badge>;
}
