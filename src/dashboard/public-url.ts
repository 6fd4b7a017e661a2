import { isIP } from 'node:net';
import { isLoopback, parseAddress } from '../config/address.ts';

export const withoutSlash = (url: string): string => url.replace(/\/{1,100}$/, '');

/** `localhost` for what only this machine reaches: browsers keep secure cookies there, TLS or not. */
export const hostForPeople = (host: string, port: number): string => {
  const isLocal = isLoopback(parseAddress(`${isIP(host) === 6 ? `[${host}]` : host}:${port}`));
  if (isLocal || host === '0.0.0.0' || host === '::') return `localhost:${port}`;
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
};

/** How people reach the dashboard, which its links begin with: what the operator says, else where it listens. */
export const publicUrlOf = (said: string | undefined, host: string, port: number): string =>
  withoutSlash(said ?? `http://${hostForPeople(host, port)}`);
