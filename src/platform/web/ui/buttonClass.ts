import { cva } from 'class-variance-authority';
import type { VariantProps } from 'class-variance-authority';

/** The look of a button, also for links that act as one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed [&_svg]:size-[1.125em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border border-control bg-surface text-ink hover:bg-hover',
        ghost: 'text-ink hover:bg-hover',
        danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover',
      },
      size: {
        sm: 'h-8 px-3 text-sm pointer-coarse:min-h-11',
        md: 'h-10 px-4 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base',
        lg: 'h-12 px-6 text-base',
      },
      shape: { text: '', icon: 'touch-target px-0 [&_svg]:size-5' },
    },
    compoundVariants: [
      { shape: 'icon', size: 'sm', className: 'w-8 [&_svg]:size-4' },
      { shape: 'icon', size: 'md', className: 'w-10' },
      { shape: 'icon', size: 'lg', className: 'w-12' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md', shape: 'text' },
  },
);

export type ButtonLook = Omit<VariantProps<typeof buttonClass>, 'shape'>;
