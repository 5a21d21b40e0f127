import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { id } from '#platform/contract/fields.ts';
import { personStatus } from '#platform/contract/personStatus.ts';
import { role } from '#platform/contract/role.ts';
import { business, timeZones, weekStarts } from '#features/businesses/contract.ts';

/** The signed-in user, as a login and every validation return it. */
export const sessionUser = z.object({
  id,
  businessId: id,
  businessName: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  department: z.string().nullable(),
  position: z.string().nullable(),
  status: personStatus,
  profilePicture: z.string().nullable(),
  role,
  timeZone: z.string(),
  timeZones,
  paperSize: business.shape.paperSize,
  weekStarts,
  lockedThrough: business.shape.lockedThrough,
  passwordIssued: z.boolean(),
});

export const sessionsContract = contract({
  'GET /api/auth/validate': {
    access: 'member',
    summary: 'Validate the session; returns the signed-in user',
    allowsSendingOnly: true,
    response: z.object({ user: sessionUser }),
  },
});
