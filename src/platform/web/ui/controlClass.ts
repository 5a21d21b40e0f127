/**
 * The look that text fields, selects and pickers share. 16 px on phones, as smaller text makes them zoom in. The
 * margins for scrolling keep its label, and the hint and the error under it, in sight when it gets the focus.
 */
export const controlClass =
  'block w-full min-w-0 scroll-mt-24 scroll-mb-16 rounded-md border border-control bg-surface px-3 py-2 text-base text-ink shadow-none transition-colors hover:border-muted focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger-ink sm:text-sm pointer-coarse:text-base';

/** Height of one-line controls. */
export const lineClass = 'h-10 pointer-coarse:h-11';

/** A text that can be read and copied, and not changed. */
export const readOnlyClass = 'cursor-default border-line bg-sunken text-muted hover:border-line';
