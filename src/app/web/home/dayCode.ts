/** The code of the part of Home that depends on the role. */
export const dayCode = {
  employee: () => import('./EmployeeDay.tsx'),
  manager: () => import('./ManagerDay.tsx'),
};
