import { Ban, Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { Tone } from '#platform/web/ui/tones.ts';
import { unitLevelLabels } from '#features/clients/accountStateRules.ts';

type Level = keyof typeof unitLevelLabels;

const looks: Record<Level, { tone: Tone; icon: ReactNode }> = {
  enough: { tone: 'success', icon: <Check aria-hidden /> },
  low: { tone: 'pending', icon: <TriangleAlert aria-hidden /> },
  none: { tone: 'danger', icon: <Ban aria-hidden /> },
};

/** How many units are left, in a word: what employees see. */
export function AccountLevelBadge({ level }: { level: Level }) {
  const { tone, icon } = looks[level];
  return (
    <Badge tone={tone} icon={icon}>
      {unitLevelLabels[level]}
    </Badge>
  );
}
