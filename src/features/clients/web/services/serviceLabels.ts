import type { Tone } from '#platform/web/ui/tones.ts';
import type { ServiceStatus } from '#features/clients/web/queries.ts';

export const serviceLabels: Record<ServiceStatus, { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'success' },
  pending: { label: 'Pending', tone: 'pending' },
  suspended: { label: 'Suspended', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
};
