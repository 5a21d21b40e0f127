/** The roles a user can give; only admins can give the admin role. */
export const roleOptions = (mayGiveAdmin: boolean) => [
  { value: 'employee', label: 'Employee' },
  { value: 'manager', label: 'Manager' },
  {
    value: 'admin',
    label: mayGiveAdmin ? 'Admin' : 'Admin (only admins can add admins)',
    disabled: !mayGiveAdmin,
  },
];
