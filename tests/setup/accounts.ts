/** The connection string for another account. */
export function withUsername(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.username = name;
  return url.href;
}
