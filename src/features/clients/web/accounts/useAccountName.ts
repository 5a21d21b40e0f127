import type { Account } from '#features/clients/web/queries.ts';
import { useServices } from '#features/services/web/queries.ts';
import { accountName } from './accountText.ts';

/** Returns a function that names an account by its service. */
export function useAccountName(): (
  account: Pick<Account, 'serviceKey' | 'reference' | 'expiryDate'>,
) => string {
  const services = useServices().data;
  return (account) => accountName(account, services?.find(({ key }) => key === account.serviceKey)?.name);
}
