/** What a password reset does, for the question before it. */
export const describeReset = (name: string): string =>
  `${name} will be signed out of all devices and notified. You'll get a temporary password to give them.`;
