/** A third business, which pays with a test card: shows the subscription's screen, and lists that may be filled. */
import type { RunningServer } from '#app/server.ts';
import { DemoCaller } from './caller.ts';
import { DEMO_PASSWORD } from './cast.ts';

export const SUBSCRIBER = 'sam.porter';

export async function registerSubscriber(server: RunningServer): Promise<void> {
  const caller = new DemoCaller(server);
  const registration = {
    businessName: 'Porter Companions',
    businessEmail: 'office@porter.example',
    employeeCount: '6-20',
    username: SUBSCRIBER,
    password: DEMO_PASSWORD,
    email: 'sam@porter.example',
    firstName: 'Sam',
    lastName: 'Porter',
    position: 'Owner',
    department: 'Office',
    timeZone: 'America/Chicago',
  };
  const session = await caller.post<Session>(null, '/api/auth/register-admin', registration);
  const purchase = { businessId: session.user.businessId, planType: 'premium' };
  const headers = { authorization: `Bearer ${session.token}` };
  const begun = await server.app.inject({
    method: 'POST',
    url: '/api/create-subscription',
    headers,
    payload: purchase,
  });
  const { clientSecret } = begun.json<{ clientSecret: string }>();
  const card = { cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' };
  await caller.post(null, '/api/payments/sandbox/confirm', { clientSecret, ...card });
}

interface Session {
  token: string;
  user: { businessId: number };
}
