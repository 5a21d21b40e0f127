import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  id,
  instant,
  optionalEmail,
  optionalText,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { personStatus } from '#platform/contract/personStatus.ts';
import { role } from '#platform/contract/role.ts';

/**
 * At least 3 letters, digits or . _ - @. Normalized to NFKC, so that accents are part of their letter and full-width
 * letters become plain ones.
 */
export const username = z
  .string({ error: 'Username must be at least 3 characters' })
  .normalize('NFKC')
  .trim()
  .min(3, { error: 'Username must be at least 3 characters' })
  .max(64, { error: 'At most 64 characters' })
  .regex(/^[\p{L}\p{N}._@-]+$/u, { error: 'Letters, digits and . _ - @ only' });

const PASSWORD_BYTES = 1024;

/** At least 6 characters; at most 1,024 bytes, which limits the cost of hashing. */
export const password = z
  .string({ error: 'Password must be at least 6 characters' })
  .min(6, { error: 'Password must be at least 6 characters' })
  .meta({ maxLength: PASSWORD_BYTES })
  .refine((value) => new TextEncoder().encode(value).length <= PASSWORD_BYTES, {
    error: `At most ${PASSWORD_BYTES} bytes`,
  });

const can = z.object({
  edit: z.boolean(),
  changeStatus: z.boolean(),
  handlePassword: z.boolean(),
  allowSending: z.boolean(),
});

/** An entry of the directory, which every colleague can read. */
export const colleague = z.object({
  id,
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role,
  department: z.string().nullable(),
  position: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: personStatus,
  businessName: z.string(),
});

export const person = colleague.extend({
  businessId: id,
  address: z.string().nullable(),
  bio: z.string().nullable(),
  skills: z.array(z.string()),
  experience: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  profilePicture: z.string().nullable(),
  hireDate: z.string().nullable(),
  emailOnReview: z.boolean(),
  emailOnMessage: z.boolean(),
  /** Until when a deactivated person can log in once, to send notes kept on their device. */
  sendingUntil: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  can,
});

/** The name and contact fields of every form about a person. */
export const personFields = {
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: optionalEmail(),
  phone: optionalText(50),
  position: optionalText(100),
  department: optionalText(100),
};

/** The Add Employee form. */
export const employeeInput = z.object({
  username,
  password,
  ...personFields,
  role: role.default('employee'),
});

/** The Edit Profile form; omitted fields keep their values. Only managers can change `status` and `role`. */
export const profileInput = z
  .object({
    ...personFields,
    bio: optionalText(2000),
    address: optionalText(500),
    status: personStatus,
    role,
  })
  .partial();

/** Adds the owner's choice of emails. */
export const ownProfileInput = profileInput.extend({
  emailOnReview: z.boolean().optional(),
  emailOnMessage: z.boolean().optional(),
});

export const peopleContract = contract({
  'GET /api/users': {
    access: 'member',
    summary: 'The colleague directory of the business, newest first',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(colleague),
  },
  'GET /api/users/:id': {
    access: 'member',
    summary: 'A profile: your own, or for managers any of the business',
    params: byId,
    response: person,
  },
  'GET /api/profile': { access: 'member', summary: 'Your own profile', response: person },
  'PUT /api/profile': {
    access: 'member',
    summary: 'Change your own profile',
    example: () => ({ bio: 'Changed' }),
    body: ownProfileInput,
    response: person,
  },
  'PUT /api/users/:id/profile': {
    access: 'member',
    summary: "Change your own profile; managers can also change other people's, including role and status",
    params: byId,
    example: () => ({ bio: 'Changed' }),
    body: profileInput,
    response: person,
  },
  'GET /api/employees': {
    access: 'manager',
    summary: 'All people of the business, newest first',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(person),
  },
  'POST /api/employees': {
    access: 'manager',
    summary: 'Add a person with a temporary password',
    body: employeeInput,
    status: 201,
    response: person,
  },
});
