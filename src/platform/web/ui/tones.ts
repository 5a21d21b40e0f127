/** What a colour means: waiting (amber), good (green), bad (red), on its way (blue), nothing in particular (grey). */
export type Tone = 'pending' | 'success' | 'danger' | 'info' | 'neutral';

/** Background and text of each tone; the pair is legible in both themes. */
export const toneClass: Record<Tone, string> = {
  pending: 'bg-pending text-pending-ink',
  success: 'bg-success text-success-ink',
  danger: 'bg-danger text-danger-ink',
  info: 'bg-info text-info-ink',
  neutral: 'bg-neutral text-neutral-ink',
};
