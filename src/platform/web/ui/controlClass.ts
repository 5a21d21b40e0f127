/**
 * The look of text fields, selects and pickers. 16 px on phones, which zoom in on smaller text. The scroll margins keep
 * the label, hint and error in view when the field is focused.
 */
export const controlClass =
  'block w-full min-w-0 scroll-mt-24 scroll-mb-16 rounded-md border border-control bg-surface px-3 py-2 text-base text-ink shadow-none transition-colors hover:border-muted focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger-ink sm:text-sm pointer-coarse:text-base';

/** The height of one-line controls. */
export const lineClass = 'h-10 pointer-coarse:h-11';

/** A field that is read-only. */
export const readOnlyClass = 'cursor-default border-line bg-sunken text-muted hover:border-line';
