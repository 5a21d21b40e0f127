import clsx from 'clsx';
import { useState } from 'react';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-20 text-2xl' };

/** The initials of the first and the last name. */
export function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const last = names.length > 1 ? names.at(-1) : '';
  return `${[...(names[0] ?? '')][0] ?? ''}${[...(last ?? '')][0] ?? ''}`.toUpperCase();
}

type AvatarProps = {
  /** Rendered beside the avatar, which is hidden from screen readers. */
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
};

/** A person's picture, or their initials. The initials are generated content, so they add nothing to a button's name. */
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
