/** The same database for another account. */
export function asAccount(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.username = name;
  return url.href;
}
