import type { authContract } from '#features/auth/contract.ts';
import { client } from '#platform/web/api.ts';

export const authApi = client<typeof authContract>();
