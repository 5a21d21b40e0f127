import type { Tone } from '#platform/web/ui/tones.ts';
import type { Resource } from '#features/resources/web/queries.ts';

export const categoryLabels: Record<Resource['category'], string> = {
  policy: 'Policy',
  template: 'Template',
  training: 'Training',
  handbook: 'Handbook',
  form: 'Form',
  procedure: 'Procedure',
  other: 'Other',
};

export const accessLabels: Record<Resource['accessLevel'], string> = {
  all: 'All Employees',
  managers: 'Managers Only',
  employees: 'Employees Only',
};

export const statusLabels: Record<Resource['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  inactive: { label: 'Inactive', tone: 'neutral' },
  archived: { label: 'Archived', tone: 'neutral' },
};

/** Labels as the options of a select. */
export const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
