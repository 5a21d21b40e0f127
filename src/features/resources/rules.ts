/** Labels of resources. */

import type { z } from 'zod';
import type { accessLevel, resourceCategory, resourceStatus } from './contract.ts';

export const categoryLabels: Record<z.infer<typeof resourceCategory>, string> = {
  policy: 'Policy',
  template: 'Template',
  training: 'Training',
  handbook: 'Handbook',
  form: 'Form',
  procedure: 'Procedure',
  other: 'Other',
};

export const accessLabels: Record<z.infer<typeof accessLevel>, string> = {
  all: 'All Employees',
  managers: 'Managers Only',
  employees: 'Employees Only',
};

export const statusLabels: Record<z.infer<typeof resourceStatus>, string> = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
};
