/** A second business, registered today and without a subscription yet: shows empty lists and the read-only state. */
import type { RunningServer } from '#app/server.ts';
import { DemoCaller } from './caller.ts';
import { DEMO_PASSWORD } from './cast.ts';

export const NEWCOMER = 'nora.field';

export async function registerNewcomer(server: RunningServer): Promise<void> {
  await new DemoCaller(server).post(null, '/api/auth/register-admin', {
    businessName: 'Field & Daughter Home Care',
    businessEmail: 'office@fieldcare.example',
    employeeCount: '1-5',
    username: NEWCOMER,
    password: DEMO_PASSWORD,
    email: 'nora@fieldcare.example',
    firstName: 'Nora',
    lastName: 'Field',
    position: 'Owner',
    department: 'Office',
    timeZone: 'America/Chicago',
  });
}
