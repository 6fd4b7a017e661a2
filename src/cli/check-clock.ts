import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fail, type Outcome, ok } from './check.ts';

/** No version is older than this. */
const FIRST_MS = Date.UTC(2026, 10, 1);
/** A file may come from a machine whose clock is ahead, or from another time zone's. */
const SLACK_MS = 24 * 3_600_000;
const LATEST_MS = FIRST_MS + 20 * 365 * 24 * 3_600_000;

const REMEDY = 'set it, by NTP best: expiries, limits, retention and signatures go by it';

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const installedAtMs = (): number => statSync(fileURLToPath(import.meta.url)).mtimeMs;

/** @param installedMs When this version was put here. */
export const checkClock = (nowMs: number, installedMs: number): Outcome => {
  const says = `it says ${new Date(nowMs).toISOString()}`;
  if (nowMs < FIRST_MS)
    return fail(`${says}, before any version of Portcullis (${day(FIRST_MS)}): ${REMEDY}`);
  if (nowMs < installedMs - SLACK_MS)
    return fail(`${says}, before this version was installed (${day(installedMs)}): ${REMEDY}`);
  if (nowMs > LATEST_MS) return fail(`${says}, decades after this version: ${REMEDY}`);
  return ok(new Date(nowMs).toISOString());
};
