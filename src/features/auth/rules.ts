/** The options of the registration form. */
export const INDUSTRIES = [
  'technology',
  'healthcare',
  'finance',
  'education',
  'retail',
  'manufacturing',
  'consulting',
  'other',
] as const;
export const EMPLOYEE_COUNTS = ['1-5', '6-20', '21-50', '51-100', '100+'] as const;
