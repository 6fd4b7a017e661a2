import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from '../lib/format.ts';

const TICK_MS = 15_000;
let nowMs = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  nowMs = Date.now();
  for (const each of listeners) each();
}, TICK_MS);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const now = () => nowMs;

/** `3 min. ago`, with the full time for pointer, touch and screen reader: in the viewer's zone, and in UTC as logs have it. */
export const When = ({ ms, never = 'Never' }: { ms: number | null; never?: string }) => {
  const current = Math.max(useSyncExternalStore(subscribe, now), 0);
  if (ms === null) return <span>{never}</span>;
  const iso = new Date(ms).toISOString();
  return (
    <Tooltip
      label={
        <>
          {absoluteTime(ms)}
          <br />
          {iso}
        </>
      }
    >
      <time dateTime={iso} className="number">
        {relativeTime(ms, Math.max(current, Math.min(ms, Date.now())))}
      </time>
    </Tooltip>
  );
};
