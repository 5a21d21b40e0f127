/** The roles that somebody may give; that of an admin only admins. */
export const roleOptions = (mayGiveAdmin: boolean) => [
  { value: 'employee', label: 'Employee' },
  { value: 'manager', label: 'Manager' },
  {
    value: 'admin',
    label: mayGiveAdmin ? 'Admin' : 'Admin (only admins add admins)',
    disabled: !mayGiveAdmin,
  },
];
