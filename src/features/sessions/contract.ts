import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { person, role } from '#features/people/contract.ts';

/** The signed-in user, as a login and every validation return it. */
export const sessionUser = person
  .pick({
    id: true,
    businessId: true,
    businessName: true,
    username: true,
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    department: true,
    position: true,
    status: true,
    profilePicture: true,
  })
  .extend({ role, timeZone: z.string(), passwordIssued: z.boolean() });

export const sessionsContract = contract({
  'GET /api/auth/validate': {
    access: 'member',
    summary: 'Is this session valid? Answers the signed-in person as they are now',
    response: z.object({ user: sessionUser }),
  },
});
