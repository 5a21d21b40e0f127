/** The meaning of a color: waiting (amber), good (green), bad (red), in progress (blue), neutral (gray). */
export type Tone = 'pending' | 'success' | 'danger' | 'info' | 'neutral';

/** Background and text of each tone. */
export const toneClass: Record<Tone, string> = {
  pending: 'bg-pending text-pending-ink',
  success: 'bg-success text-success-ink',
  danger: 'bg-danger text-danger-ink',
  info: 'bg-info text-info-ink',
  neutral: 'bg-neutral text-neutral-ink',
};
