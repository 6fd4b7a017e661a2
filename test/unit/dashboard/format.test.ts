import { afterEach, expect, it, vi } from 'vitest';

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 28);
const ZONE = process.env['TZ'];

afterEach(() => {
  vi.resetModules();
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

const formatIn = async (zone: string) => {
  process.env['TZ'] = zone;
  vi.resetModules();
  return await import('../../../src/dashboard/ui/lib/format.ts');
};

it.each([
  { zone: 'UTC', day: '28 Nov', hour: '28 Nov, 00:00' },
  { zone: 'America/Los_Angeles', day: '28 Nov UTC', hour: '27 Nov, 16:00' },
  { zone: 'Asia/Tokyo', day: '28 Nov UTC', hour: '28 Nov, 09:00' },
])('names a bucket by the day that it counts, for a viewer in $zone', async ({ zone, day, hour }) => {
  const { axisTime, TIME_ZONE } = await formatIn(zone);
  expect(TIME_ZONE).toBe(zone);
  expect(axisTime(MIDNIGHT, DAY)).toBe(day);
  expect(axisTime(MIDNIGHT, 7 * DAY)).toBe(day);
  expect(axisTime(MIDNIGHT, DAY / 4)).toBe(hour);
});

it('says of a bucket that is not over that it is none yet', async () => {
  const { bucketTime } = await formatIn('UTC');
  expect(bucketTime(MIDNIGHT, DAY, MIDNIGHT + DAY - 1)).toBe('28 Nov, so far');
  expect(bucketTime(MIDNIGHT, DAY, MIDNIGHT + DAY)).toBe('28 Nov');
});
