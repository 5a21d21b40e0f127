import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, optionalEmail, optionalText, requiredText } from '#platform/contract/fields.ts';
import { role } from '#platform/contract/role.ts';

export const PERSON_STATUSES = ['active', 'inactive', 'on_leave'] as const;
export const personStatus = z.enum(PERSON_STATUSES);
export type PersonStatus = z.infer<typeof personStatus>;

/**
 * At least 3 characters; letters, digits and . _ - @ so that a name reads the same everywhere: accents are part of
 * their letter and full-width letters become plain ones, however the keyboard sends them.
 */
export const username = z
  .string({ error: 'Username must be at least 3 characters' })
  .normalize('NFKC')
  .trim()
  .min(3, { error: 'Username must be at least 3 characters' })
  .max(64, { error: 'At most 64 characters' })
  .regex(/^[\p{L}\p{N}._@-]+$/u, { error: 'Letters, digits and . _ - @ only' });

/** At least 6 characters as the product promises, at most 1,024 bytes so that hashing stays bounded. */
export const password = z
  .string({ error: 'Password must be at least 6 characters' })
  .min(6, { error: 'Password must be at least 6 characters' })
  .refine((value) => new TextEncoder().encode(value).length <= 1024, { error: 'At most 1024 bytes' });

const can = z.object({ edit: z.boolean(), changeStatus: z.boolean(), handlePassword: z.boolean() });

/** What every colleague may see of another: the directory. */
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
  createdAt: instant,
  updatedAt: instant,
  can,
});

/** The Add Employee form. */
export const employeeInput = z.object({
  username,
  password,
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: optionalEmail(),
  phone: optionalText(50),
  position: optionalText(100),
  department: optionalText(100),
  role: role.default('employee'),
});

/** The Edit Profile form; what is left out stays as it is. `status` and `role` count for managers alone. */
export const profileInput = z
  .object({
    firstName: requiredText(100, 'First name is required'),
    lastName: requiredText(100, 'Last name is required'),
    email: optionalEmail(),
    phone: optionalText(50),
    position: optionalText(100),
    department: optionalText(100),
    bio: optionalText(2000),
    address: optionalText(500),
    status: personStatus,
    role,
  })
  .partial();

/** Adds what only the owner chooses: e-mails about reviewed notes and about new messages. */
export const ownProfileInput = profileInput.extend({
  emailOnReview: z.boolean().optional(),
  emailOnMessage: z.boolean().optional(),
});

export const peopleContract = contract({
  'GET /api/users': {
    access: 'member',
    summary: 'The colleague directory of the business, by name',
    response: z.array(colleague),
  },
  'GET /api/users/:id': {
    access: 'member',
    summary: 'A profile: the own one, or any of the business for managers',
    params: byId,
    response: person,
  },
  'GET /api/profile': { access: 'member', summary: 'The own profile', response: person },
  'PUT /api/profile': {
    access: 'member',
    summary: 'Change the own profile',
    body: ownProfileInput,
    response: person,
  },
  'PUT /api/users/:id/profile': {
    access: 'manager',
    summary: "Change a person's profile, role or status",
    params: byId,
    body: profileInput,
    response: person,
  },
  'GET /api/employees': {
    access: 'manager',
    summary: 'All people of the business, by name',
    response: z.array(person),
  },
  'POST /api/employees': {
    access: 'manager',
    summary: 'Add a person with a password that its owner is asked to change',
    body: employeeInput,
    status: 201,
    response: person,
  },
});
