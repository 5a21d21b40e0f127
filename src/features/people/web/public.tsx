/** The Add Employee dialog and the credential fields, for other features. */
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

export { CredentialFields } from './profile/PersonFields.tsx';

/** The Add Employee dialog. */
export const AddEmployeeDialog = lazyDialog(
  async () => (await import('./employees/AddEmployee.tsx')).AddEmployee,
);
