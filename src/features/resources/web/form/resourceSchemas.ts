import { z } from 'zod';
import { resourceForm, resourceLink } from '#features/resources/contract.ts';

export type ResourceKind = 'file' | 'url';

/** The schemas of the Add Resource form; only a link's URL is validated. */
export const schemas = {
  file: resourceForm.extend({ fileUrl: z.string() }),
  url: resourceForm.extend({ fileUrl: resourceLink.shape.fileUrl }),
};

export type Values = z.input<typeof schemas.url>;
export type ResourceValues = z.output<typeof schemas.url>;

export const defaultValues: Values = {
  title: '',
  description: '',
  category: 'other',
  accessLevel: 'all',
  fileUrl: '',
};
