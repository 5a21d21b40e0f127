import clsx from 'clsx';

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed print:hidden [&_svg]:shrink-0';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-control bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover',
};

const sizes = {
  sm: 'h-8 text-sm pointer-coarse:min-h-11',
  md: 'h-10 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base',
  lg: 'h-12 text-base',
};

const textShape = { sm: 'px-3', md: 'px-4', lg: 'px-6' };
const iconShape = { sm: 'w-8 [&_svg]:size-4', md: 'w-10 [&_svg]:size-5', lg: 'w-12 [&_svg]:size-5' };

export type ButtonLook = {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
};

/** The look of a button, also for links: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  shape = 'text',
}: ButtonLook & { shape?: 'text' | 'icon' } = {}): string {
  const form =
    shape === 'icon' ? `touch-target ${iconShape[size]}` : `[&_svg]:size-[1.125em] ${textShape[size]}`;
  return clsx(base, variants[variant], sizes[size], form);
}
