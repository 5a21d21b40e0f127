import { beforeAll, beforeEach } from 'vitest';

/** An object of a test file, created before its first test: `const business = setUpOnce(() => createBusiness(api))`. */
export const setUpOnce = <T extends object>(create: () => Promise<T>): T => fillIn(beforeAll, create);

/** An object created before each test. */
export const setUpEach = <T extends object>(create: () => Promise<T>): T => fillIn(beforeEach, create);

/** Copies descriptors, because some factories return getters. */
function fillIn<T extends object>(hook: typeof beforeAll, create: () => Promise<T>): T {
  const value = {} as T;
  hook(async () => void Object.defineProperties(value, Object.getOwnPropertyDescriptors(await create())));
  return value;
}
