import { isIP, isIPv6 } from 'node:net';

/** The network of an address, for limits: an IPv4 address, or the first 64 bits of IPv6, which one user may own. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1] ?? plain;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether a text is an IP address, or a network in CIDR notation with at least one bit. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  const most = family === 4 ? 32 : 128;
  return !text.includes('/') || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
}
