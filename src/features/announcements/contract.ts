import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, optionalText, pageQuery, requiredText } from '#platform/contract/fields.ts';
import { isPlannable } from './rules.ts';

/** Longest text of an announcement. */
const CONTENT_MAX = 10_000;
const NOT_A_DATE = 'Please enter a valid date';

export const TYPES = ['meeting', 'event', 'announcement', 'other', 'general'] as const;
export const announcementType = z.enum(TYPES, { error: 'Type is required' });
export type AnnouncementType = z.infer<typeof announcementType>;

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export const announcementPriority = z.enum(PRIORITIES, { error: 'Priority is required' });
export type AnnouncementPriority = z.infer<typeof announcementPriority>;

/** An instant with its offset from UTC; empty or null for none. */
const scheduledDate = z
  .union([z.literal(''), z.null(), z.iso.datetime({ offset: true, error: NOT_A_DATE })], {
    error: NOT_A_DATE,
  })
  .optional()
  .transform((text) => (text ? new Date(text) : null))
  .refine((moment) => moment === null || isPlannable(moment), { error: NOT_A_DATE });

export const announcementInput = z.object({
  title: requiredText(255, 'Title is required'),
  content: requiredText(CONTENT_MAX, 'Content is required'),
  type: announcementType,
  priority: announcementPriority.default('medium'),
  scheduledDate,
  location: optionalText(255),
});

export const announcement = z.object({
  id,
  title: z.string(),
  content: z.string(),
  type: announcementType,
  priority: announcementPriority,
  scheduledDate: instant.nullable(),
  location: z.string().nullable(),
  isActive: z.boolean(),
  createdBy: id,
  createdByName: z.string(),
  createdAt: instant,
  updatedAt: instant,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});

export const announcementsContract = contract({
  'GET /api/announcements': {
    access: 'member',
    summary: 'The active announcements, newest first: all, those of the next seven days, or the others',
    query: pageQuery.extend({ when: z.enum(['any', 'upcoming', 'other']).default('any') }),
    paged: true,
    response: z.array(announcement),
  },
  'POST /api/announcements': {
    access: 'manager',
    summary: 'Create an announcement for everyone in the business',
    example: () => ({
      title: 'Staff meeting',
      content: 'We meet in the office.',
      type: 'meeting',
      priority: 'medium',
    }),
    body: announcementInput,
    status: 201,
    response: announcement,
  },
  'PUT /api/announcements/:id': {
    access: 'manager',
    summary: 'Change an announcement',
    params: byId,
    example: () => ({
      title: 'Changed',
      content: 'We meet in the office.',
      type: 'meeting',
      priority: 'medium',
    }),
    body: announcementInput,
    response: announcement,
  },
  'DELETE /api/announcements/:id': {
    access: 'manager',
    summary: 'Remove an announcement from all lists; the row is kept',
    params: byId,
    response: null,
  },
});
