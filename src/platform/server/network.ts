import { BlockList, isIP, isIPv6 } from 'node:net';

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

/** Larger than any network of proxies: the private ones are 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 };

/** Returns whether a text is an IP address, or a network in CIDR notation that is not larger than a private one. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  if (!text.includes('/')) return true;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const most = family === 'ipv4' ? 32 : 128;
  if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) < FEWEST_BITS[family] || Number(bits) > most) return false;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), family);
  // Not all IPv4 addresses in the notation of IPv6.
  return !['::ffff:0.0.0.0', '::ffff:255.255.255.255'].every((one) => network.check(one, 'ipv6'));
}
