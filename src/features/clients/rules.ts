/** Role of an assignment when nobody says another. */
export const DEFAULT_ASSIGNMENT_ROLE = 'assigned';
