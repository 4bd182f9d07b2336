// Which network addresses are out on the public internet, and which names mean this machine. The
// answer is deny by default: an address is public only if a range says so and no exception denies it.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Not on the public internet (IANA special-purpose registry, RFC 6890 and later). */
const privateIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** What may be public in IPv6: global unicast, and two forms that only wrap an IPv4 address. */
const globalUnicast = ['2000::', 3] as const;
const wrappedIpv4Prefixes = ['::ffff:', '64:ff9b::'] as const; // mapped, NAT64

/** Inside global unicast, yet not public or able to carry a private IPv4 address. */
const privateIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments, Teredo (2001::/32), ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
];

const publicIpv6List = new BlockList();
const privateList = new BlockList();
fillLists();

function fillLists(): void {
  publicIpv6List.addSubnet(...globalUnicast, 'ipv6');
  for (const prefix of wrappedIpv4Prefixes)
    publicIpv6List.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');
  for (const [net, bits] of privateIpv6) privateList.addSubnet(net, bits, 'ipv6');
  for (const [net, bits] of privateIpv4) {
    privateList.addSubnet(net, bits, 'ipv4');
    for (const prefix of wrappedIpv4Prefixes) {
      privateList.addSubnet(`${prefix}${net}`, 96 + bits, 'ipv6');
    }
  }
}

/** False for anything that is not plainly an address, zone ids included. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateList.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return publicIpv6List.check(address, 'ipv6') && !privateList.check(address, 'ipv6');
}

const loopbackList = new BlockList();
loopbackList.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackList.addAddress('::1', 'ipv6');

/** Whether a host name or address can only mean this machine. Takes `[::1]` as well as `::1`. */
export function isLoopbackHost(host: string): boolean {
  const bare = bareHost(host);
  const family = isIP(bare);
  if (family === 0) return bare.toLowerCase() === 'localhost';
  return loopbackList.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** An address that is not public, or a name of this machine, as the URL parser spells them. */
export function isPrivateHost(hostname: string): boolean {
  const bare = bareHost(hostname);
  if (isIP(bare) !== 0) return !isPublicAddress(bare);
  return /(?:^|\.)localhost\.?$/i.test(bare);
}

/** Without the brackets that URLs put around IPv6. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** With them. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** A host name or address as URLs spell it: lower case, one spelling for each address. */
export function parseHost(text: string): string | undefined {
  if (!/^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)$/iu.test(text)) return undefined;
  return URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`).hostname : undefined;
}

/** `host:port` as URLs spell it; undefined unless it is exactly one such pair. */
export function parseHostPort(text: string): string | undefined {
  const colon = text.lastIndexOf(':');
  const host = parseHost(text.slice(0, Math.max(colon, 0)));
  const port = text.slice(colon + 1);
  if (host === undefined || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return undefined;
  return `${host}:${port}`;
}
