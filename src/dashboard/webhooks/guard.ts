import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const never = new BlockList();
// Link-local: where clouds answer with credentials. Multicast, broadcast, "this network", documentation, benchmarks.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  never.addSubnet(net, bits, 'ipv4');
}
// Alibaba Cloud's metadata stands in the carrier-grade range, Azure's in the public one, those of others in the unique local one.
never.addAddress('100.100.100.200', 'ipv4');
never.addAddress('168.63.129.16', 'ipv4');
// Amazon's, with what gives the pods of EKS their credentials; then Google's, Oracle's and Scaleway's.
never.addSubnet('fd00:ec2::', 32, 'ipv6');
never.addAddress('fd20:ce::254', 'ipv6');
never.addAddress('fd00:c1::a9fe:a9fe', 'ipv6');
never.addAddress('fd00:42::42', 'ipv6');
never.addAddress('::', 'ipv6');
for (const [net, bits] of [
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['100::', 64],
  // Teredo: leads to whatever IPv4 address is hidden in it.
  ['2001::', 32],
  ['64:ff9b:1::', 48],
] as const) {
  never.addSubnet(net, bits, 'ipv6');
}

const inside = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  inside.addSubnet(net, bits, 'ipv4');
}
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fec0::', 10, 'ipv6');

const groupsOf = (address: string): readonly number[] | null => {
  const [head = '', tail] = address.toLowerCase().split('::');
  const dotted = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  const toGroups = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => (group.includes('.') ? [] : [Number.parseInt(group, 16)]));
  const last =
    dotted === null
      ? []
      : [Number(dotted[1]) * 256 + Number(dotted[2]), Number(dotted[3]) * 256 + Number(dotted[4])];
  const left = toGroups(head);
  const right = tail === undefined ? last : [...toGroups(tail), ...last];
  const all = tail === undefined ? [...left, ...right] : [];
  const groups =
    tail === undefined
      ? all
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right];
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
};

/** Of ISATAP: whether an address is global, and whether it is one of a group (RFC 5214 §6.1). */
const OWN_BITS = 0x0300;

const dottedOf = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 address that an IPv6 one leads to: mapped, compatible, NAT64, 6to4 and ISATAP. */
const embeddedV4 = (address: string): string | null => {
  const groups = groupsOf(address);
  if (groups === null) return null;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) {
    return groups[5] === 0 && groups[6] === 0 ? null : dottedOf(groups[6], groups[7]);
  }
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return dottedOf(groups[6], groups[7]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return dottedOf(groups[6], groups[7]);
  if (groups[5] === 0x5efe && ((groups[4] ?? 0) & ~OWN_BITS) === 0) return dottedOf(groups[6], groups[7]);
  return groups[0] === 0x2002 ? dottedOf(groups[1], groups[2]) : null;
};

/** Whether a webhook may go to an address, which is the one that is connected to, not the one that was asked for. */
export const mayConnect = (address: string, allowPrivate: boolean): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (never.check(address, kind)) return false;
  if (!allowPrivate && inside.check(address, kind)) return false;
  const v4 = family === 6 ? embeddedV4(address) : null;
  return v4 === null || mayConnect(v4, allowPrivate);
};

/** What is known without a look-up to be out of reach for a webhook, in words for whoever enters it; null where nothing is. */
export const addressProblem = (url: string, allowPrivate: boolean): string | null => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = /(^|\.)localhost$/i.test(host);
  if (!isLocal && isIP(host) === 0) return null;
  if (isLocal ? allowPrivate : mayConnect(host, allowPrivate)) return null;
  return isLocal || mayConnect(host, true)
    ? `${host} is a private address: webhooks reach such only with dashboard.webhooks.allowPrivate.`
    : `${host} is an address that no webhook may reach.`;
};

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** For `http.request`: a name is looked up once, judged, and connected to as judged; so no second answer can differ. */
export const guardedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const bad = addresses.find(({ address }) => !mayConnect(address, allowPrivate));
      const [first] = addresses;
      if (bad !== undefined || first === undefined) {
        callback(new ForbiddenAddressError('the address is not allowed'), '', 0);
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
