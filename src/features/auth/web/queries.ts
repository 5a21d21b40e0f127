import { client } from '#platform/web/api.ts';
import type { authContract } from '#features/auth/contract.ts';

export const authApi = client<typeof authContract>();
