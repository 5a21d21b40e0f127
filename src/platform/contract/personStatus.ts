import { z } from 'zod';

/** The status of a user. Only inactive ones cannot log in. */
export const PERSON_STATUSES = ['active', 'inactive', 'on_leave'] as const;
export const personStatus = z.enum(PERSON_STATUSES);
export type PersonStatus = z.infer<typeof personStatus>;
