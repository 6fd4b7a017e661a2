import { expect, it } from 'vitest';
import { createFeedbackCounts } from '../../../src/telemetry/feedback-counts.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';

const START_MS = 1_000_000;

const create = (answer: () => Promise<{ not_attack: number; missed_attack: number }>) => {
  const clock = { ms: START_MS };
  const asked: number[] = [];
  const errors: unknown[] = [];
  const counted = { not_attack: 0, missed_attack: 0 };
  const counts = createFeedbackCounts(
    {
      feedbackGiven: (sinceMs) => {
        asked.push(sinceMs);
        return answer();
      },
    },
    {
      now: () => clock.ms,
      waitMs: 20,
      onError: (error) => errors.push(error),
      onCount: (label, more) => {
        counted[label] += more;
      },
    },
  );
  return { clock, asked, errors, counted, counts };
};

it('counts what was given since the start, asks every few seconds, and never goes back', async () => {
  let given = { not_attack: 2, missed_attack: 1 };
  const { clock, asked, counted, counts } = create(async () => given);
  await Promise.all([counts.refresh(), counts.refresh()]);
  expect(counted).toEqual({ not_attack: 2, missed_attack: 1 });
  given = { not_attack: 3, missed_attack: 1 };
  clock.ms += 4000;
  await counts.refresh();
  expect(counted.not_attack).toBe(2);
  clock.ms += 1000;
  await counts.refresh();
  expect(counted).toEqual({ not_attack: 3, missed_attack: 1 });
  // Retention took two of them; the next one counts all the same.
  for (const not_attack of [1, 2]) {
    given = { not_attack, missed_attack: 1 };
    clock.ms += 5000;
    await counts.refresh();
  }
  expect(counted).toEqual({ not_attack: 4, missed_attack: 1 });
  expect(asked).toEqual([START_MS, START_MS, START_MS, START_MS]);
});

it('holds up no scrape for a store that does not answer, and takes a late answer', async () => {
  const answers: ((given: { not_attack: number; missed_attack: number }) => void)[] = [];
  const { clock, asked, counted, counts } = create(() => new Promise((resolve) => answers.push(resolve)));
  await counts.refresh();
  clock.ms += 60_000;
  await counts.refresh();
  expect(asked).toHaveLength(1);
  answers[0]?.({ not_attack: 1, missed_attack: 0 });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(counted.not_attack).toBe(1);
});

it('asks on where the clock is set back', async () => {
  const { clock, asked, counts } = create(async () => ({ not_attack: 0, missed_attack: 0 }));
  await counts.refresh();
  clock.ms -= 3_600_000;
  await counts.refresh();
  clock.ms += 1000;
  await counts.refresh();
  expect(asked).toHaveLength(2);
});

it('keeps its counts while the store is away', async () => {
  const { counted, errors, counts } = create(() => Promise.reject(new Error('away')));
  await counts.refresh();
  expect(errors).toHaveLength(1);
  expect(counted.not_attack).toBe(0);
});

it('has a series for each label from the first scrape', async () => {
  const metrics = createMetrics({ version: '1', processMetrics: false });
  metrics.feedback.inc({ label: 'missed_attack' });
  const { text } = await metrics.render();
  metrics.close();
  expect(text).toContain('portcullis_feedback_total{label="not_attack"} 0');
  expect(text).toContain('portcullis_feedback_total{label="missed_attack"} 1');
});
