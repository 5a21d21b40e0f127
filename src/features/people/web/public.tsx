/** What other features and the shell use of people. */
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

/** The Add Employee dialog. */
export const AddEmployeeDialog = lazyDialog(
  async () => (await import('./employees/AddEmployee.tsx')).AddEmployee,
);
