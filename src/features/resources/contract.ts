import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, optionalText, requiredText, wholeListQuery } from '#platform/contract/fields.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '#features/files/rules.ts';

export const CATEGORIES = [
  'policy',
  'template',
  'training',
  'handbook',
  'form',
  'procedure',
  'other',
] as const;
export const resourceCategory = z.enum(CATEGORIES);

/** Who can see it: everyone, managers only, or employees. Managers see all. */
export const ACCESS_LEVELS = ['all', 'managers', 'employees'] as const;
export const accessLevel = z.enum(ACCESS_LEVELS);

export const RESOURCE_STATUSES = ['active', 'inactive', 'archived'] as const;
export const resourceStatus = z.enum(RESOURCE_STATUSES);

export const resource = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  category: resourceCategory,
  accessLevel,
  status: resourceStatus,
  kind: z.enum(['file', 'url']),
  fileName: z.string().nullable(),
  originalName: z.string().nullable(),
  /** Bytes. */
  fileSize: z.int().nullable(),
  mimeType: z.string().nullable(),
  /** The URL of a link, or of the uploaded file. */
  fileUrl: z.string(),
  uploadedBy: id,
  uploadedByName: z.string(),
  createdAt: instant,
  updatedAt: instant,
  can: z.object({ edit: z.boolean() }),
});

const LONGEST_URL = 2048;
const NOT_A_URL = 'Please enter a valid URL (http or https)';
// oxlint-disable-next-line no-control-regex -- finds control characters
const CONTROLS = /[\u0000-\u001f\u007f]/;

/** For the API document: a scheme, a host without user name, and anything. */
const WEB_ADDRESS = '^\\s*[hH][tT][tT][pP][sS]?://[^\\s/?#@]+([/?#]|\\s*$)';

/** A web address without user name and password, stored as it was entered. */
const webAddress = z
  .string({ error: NOT_A_URL })
  .trim()
  .max(LONGEST_URL, { error: `At most ${LONGEST_URL} characters` })
  .meta({ pattern: WEB_ADDRESS })
  .superRefine((text, check) => {
    const message = findUrlProblem(text);
    if (message !== null) check.addIssue({ code: 'custom', message });
  });

function findUrlProblem(text: string): string | null {
  // Without the slashes, browsers read it as a path of the page's own address.
  const parsed = /^https?:\/\//i.test(text) && !CONTROLS.test(text) ? URL.parse(text) : null;
  if (!parsed) return NOT_A_URL;
  return parsed.username || parsed.password ? 'The URL must not contain a user name or password' : null;
}

const title = requiredText(255, 'Title is required');
const description = optionalText(2000);

/** The fields of files and links. */
const shared = {
  title,
  description,
  category: resourceCategory.default('other'),
  accessLevel: accessLevel.default('all'),
};

/** The fields beside an uploaded file. */
export const resourceForm = z.object(shared);

export const resourceLink = z.object({
  ...shared,
  fileUrl: webAddress,
  status: resourceStatus.default('active'),
});

/** Any subset of the fields. A file cannot become a link. */
export const resourceChange = z
  .object({
    title,
    description,
    category: resourceCategory,
    accessLevel,
    status: resourceStatus,
    fileUrl: webAddress,
  })
  .partial();

export const resourcesContract = contract({
  'GET /api/business-resources': {
    access: 'member',
    summary: 'The active resources you may see, newest first; managers can filter by status',
    query: wholeListQuery.extend({ status: z.enum([...resourceStatus.options, 'any']).default('active') }),
    paged: 'whole',
    response: z.array(resource),
  },
  'POST /api/business-resources': {
    access: 'manager',
    summary: 'Share a link',
    example: () => ({ title: 'Forms', fileUrl: 'https://example.com/' }),
    body: resourceLink,
    status: 201,
    response: resource,
  },
  'POST /api/business-resources/upload': {
    access: 'manager',
    summary: 'Share a file',
    upload: { field: 'file', maxBytes: MAX_FILE_BYTES, tooLarge: FILE_TOO_LARGE, fields: resourceForm },
    status: 201,
    response: resource,
  },
  'PUT /api/business-resources/:id': {
    access: 'manager',
    summary: 'Change, archive or restore a resource',
    params: byId,
    example: () => ({ title: 'Changed' }),
    body: resourceChange,
    response: resource,
  },
  'DELETE /api/business-resources/:id': {
    access: 'manager',
    summary: 'Delete a resource with its file',
    params: byId,
    response: null,
  },
  'GET /api/business-resources/:id/file': {
    access: 'member',
    summary: 'Download the file of a resource',
    params: byId,
    response: z.string(),
    raw: true,
  },
});
