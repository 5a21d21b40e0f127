/** Rules and labels of clients. */

/** Characters in the name of a payer. */
/** The most authorizations of a client, ended ones included: three services renewed each month for ten years. */
export const MAX_AUTHORIZATIONS = 400;

export const PAYER_NAME_MAX = 255;

/** The default role of an assignment. */
export const DEFAULT_ASSIGNMENT_ROLE = 'assigned';

export const assignmentRoleLabels = {
  assigned: 'Assigned',
  primary: 'Primary',
  backup: 'Backup',
  specialist: 'Specialist',
};

export const clientStatusLabels = {
  active: 'Active',
  inactive: 'Inactive',
} as const;

/** An inactive assignment gives no access to the client. */
export const assignmentStatusLabels = {
  active: 'Active',
  inactive: 'Inactive',
} as const;

export const authorizationStatusLabels = {
  approved: 'Approved',
  pending: 'Pending',
  suspended: 'Suspended',
  expired: 'Expired',
} as const;

export const languageLabels = { en: 'English', es: 'Spanish' } as const;
