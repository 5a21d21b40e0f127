import clsx from 'clsx';
import { useState } from 'react';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-20 text-2xl' };

/** Up to two initials of a name: first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return `${[...(words[0] ?? '')][0] ?? ''}${[...(last ?? '')][0] ?? ''}`.toUpperCase();
}

type AvatarProps = {
  /** The name stands beside it, so the picture itself is silent. */
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
};

/** A person's picture, or their initials while there is none. They are drawn, not written: no part of a button's words. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hasPicture = Boolean(src) && src !== broken;
  return (
    <span
      aria-hidden
      data-initials={hasPicture ? undefined : initials(name)}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-ink select-none before:content-[attr(data-initials)]',
        sizes[size],
        className,
      )}
    >
      {src && hasPicture && (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      )}
    </span>
  );
}
