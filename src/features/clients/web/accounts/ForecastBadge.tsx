import { Ban, CalendarClock, CalendarX, Check, Hourglass, TrendingDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { ForecastState } from '#features/clients/authorizationContract.ts';
import { forecastStateLabels } from '#features/clients/forecastStateRules.ts';

const looks: Record<ForecastState, { tone: Tone; icon: ReactNode }> = {
  expired: { tone: 'danger', icon: <CalendarX aria-hidden /> },
  exhausted: { tone: 'danger', icon: <Ban aria-hidden /> },
  expiring: { tone: 'pending', icon: <CalendarClock aria-hidden /> },
  'running-low': { tone: 'pending', icon: <TrendingDown aria-hidden /> },
  underused: { tone: 'info', icon: <Hourglass aria-hidden /> },
  'on-track': { tone: 'success', icon: <Check aria-hidden /> },
};

/** The state of an account's forecast as icon and text. */
export function ForecastBadge({ state }: { state: ForecastState }) {
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {forecastStateLabels[state]}
    </Badge>
  );
}
