/** The Add Employee dialog, for the shell and other screens. */
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

/** The Add Employee dialog. */
export const AddEmployeeDialog = lazyDialog(
  async () => (await import('./employees/AddEmployee.tsx')).AddEmployee,
);
