import { z } from 'zod';

/** What a user may do in their business: managers and admins are treated alike on nearly all screens. */
export const ROLES = ['employee', 'manager', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
