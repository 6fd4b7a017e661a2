import { BlockList, isIP, isIPv4 } from 'node:net';

export type Address =
  | Readonly<{ kind: 'tcp' /** Without brackets. */; host: string; port: number }>
  | Readonly<{ kind: 'unix'; path: string }>;

/** Linux keeps 108 bytes for the path, its end included. */
const MAX_UNIX_PATH_BYTES = 107;
const HOST_AND_PORT = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([A-Za-z0-9._-]{1,253})):(\d{1,5})$/;
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A last label of digits alone would be a mistyped IPv4 address. */
const isName = (host: string): boolean => {
  const labels = host.split('.');
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
};

const isHost = (host: string): boolean => isIPv4(host) || isName(host);

/**
 * @param text `host:port` (a name or IPv4), `[IPv6]:port`, or `unix:/absolute/path`. Port 0 picks a free one.
 * @returns null for anything else.
 */
export const parseAddress = (text: string): Address | null => {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    const fits = Buffer.byteLength(path) <= MAX_UNIX_PATH_BYTES;
    return path.length > 1 && path.startsWith('/') && fits && !path.includes('\0')
      ? { kind: 'unix', path }
      : null;
  }
  const match = HOST_AND_PORT.exec(text);
  if (match === null) return null;
  const [, v6, name, digits] = match;
  const port = Number(digits);
  if (port > 65_535) return null;
  if (v6 !== undefined) return isIP(v6) === 6 ? { kind: 'tcp', host: v6, port } : null;
  return name !== undefined && isHost(name) ? { kind: 'tcp', host: name, port } : null;
};

/** Why a text is no address, for whoever wrote it. @param forms The notations that would do. */
export const addressFault = (text: unknown, forms: string): string => {
  const port = typeof text === 'string' ? /^(?!unix:).*:(\d+)$/.exec(text)?.[1] : undefined;
  return port !== undefined && Number(port) > 65_535
    ? `its port is ${port.slice(0, 20)}, and the last one is 65535`
    : `must be ${forms}`;
};

/** The reverse of `parseAddress`. */
export const formatAddress = (address: Address): string => {
  if (address.kind === 'unix') return `unix:${address.path}`;
  return isIP(address.host) === 6 ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
};

/** Whether only this machine can reach an address; false for null. */
export const isLoopback = (address: Address | null): boolean => {
  if (address === null) return false;
  if (address.kind === 'unix' || address.host.toLowerCase() === 'localhost') return true;
  const family = isIP(address.host);
  return family !== 0 && loopback.check(address.host, family === 6 ? 'ipv6' : 'ipv4');
};
