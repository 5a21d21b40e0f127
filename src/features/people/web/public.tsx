/** What other features and the shell use of people. */
import { lazy, Suspense, useState } from 'react';
import type { Role } from '../contract.ts';

const AddEmployee = lazy(async () => ({
  default: (await import('./parts/AddEmployee.tsx')).AddEmployee,
}));

export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };

/** The Add Employee dialog; its code is loaded when it is first opened. */
export function AddEmployeeDialog(props: OpenState) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <AddEmployee {...props} />
    </Suspense>
  );
}

/** A role as it is read: 'Manager'; 'User' where there is none. */
export function roleLabel(role: Role | undefined): string {
  return role ? `${role.charAt(0).toUpperCase()}${role.slice(1)}` : 'User';
}
