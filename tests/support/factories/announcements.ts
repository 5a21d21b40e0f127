/** Announcements for tests, created by a manager. */

import type { Api } from '#tests/support/helpers/api.ts';

/** The fields of an announcement, all valid. */
export const buildAnnouncementForm = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  title: 'Staff meeting',
  content: 'We meet in the office.',
  type: 'meeting',
  priority: 'medium',
  ...fields,
});

/** Creates an announcement as the user of the token. */
export const createAnnouncement = (api: Api, token: string, fields: Record<string, unknown> = {}) =>
  api.ok(token, 'POST /api/announcements', { body: buildAnnouncementForm(fields) });
