import { ArrowRight, Check, Circle, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import type { Tone } from './tones.ts';

const icons: Record<Tone, ReactNode> = {
  pending: <Clock aria-hidden />,
  success: <Check aria-hidden />,
  danger: <X aria-hidden />,
  info: <ArrowRight aria-hidden />,
  neutral: <Circle aria-hidden />,
};

type StatusBadgeProps = { tone: Tone; className?: string; children: ReactNode };

/** A status as icon and text. */
export function StatusBadge({ tone, className, children }: StatusBadgeProps) {
  return (
    <Badge tone={tone} icon={icons[tone]} className={className}>
      {children}
    </Badge>
  );
}
