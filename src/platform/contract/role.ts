import { z } from 'zod';

/** The role of a user. Managers and admins have the same rights, with few exceptions. */
export const ROLES = ['employee', 'manager', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
