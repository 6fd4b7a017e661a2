import { hash, randomBytes } from 'node:crypto';
import { randomBase62 } from '../../keys/format.ts';

/** 256 random bits; shown to its owner once. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored in place of a token, hex; a slow hash would add nothing to 256 random bits. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

export const newId = (prefix: string): string => `${prefix}_${randomBase62(20)}`;
