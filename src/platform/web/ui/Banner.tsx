import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneClass, type Tone } from './tones.ts';

type BannerTone = Exclude<Tone, 'neutral'>;

const icons: Record<BannerTone, typeof Info> = {
  info: Info,
  pending: TriangleAlert,
  danger: CircleAlert,
  success: CircleCheck,
};

type BannerProps = {
  tone: BannerTone;
  title?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
  children?: ReactNode;
};

/** A message about the whole page or form. For the result of an action use toast(). */
export function Banner({ tone, title, action, onDismiss, className, children }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx(
        'flex flex-wrap items-start gap-3 rounded-md px-4 py-3 text-sm',
        toneClass[tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {/* The action wraps below the text when the text has less space than this. */}
      <div className="min-w-0 flex-1 basis-48">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="touch-target -my-1 -mr-1 inline-flex size-8 items-center justify-center rounded-md outline-current"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
