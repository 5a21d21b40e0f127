/** Rules and labels of clients. */

/** The role of an assignment unless another is given. */
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

export const serviceStatusLabels = {
  approved: 'Approved',
  pending: 'Pending',
  suspended: 'Suspended',
  expired: 'Expired',
} as const;
