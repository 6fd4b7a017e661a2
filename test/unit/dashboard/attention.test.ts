import { expect, it, vi } from 'vitest';
import { UNATTENDED } from '../../../src/dashboard/api/unattended.ts';
import { createAttention } from '../../../src/dashboard/ui/lib/attention.ts';

const MINUTE_MS = 60_000;
const NOBODY = { [UNATTENDED]: '1' };

const start = () => {
  let nowMs = 0;
  const page = new EventTarget();
  const tell = vi.fn();
  const attention = createAttention(() => nowMs);
  attention.follow(page, tell);
  return {
    attention,
    tell,
    pass: (ms: number) => {
      nowMs += ms;
    },
    touch: (sign: string) => page.dispatchEvent(new Event(sign)),
  };
};

it('says that nobody is there once no key or pointer was used for a minute', () => {
  const { attention, pass, touch } = start();
  expect(attention.headers()).toEqual({});
  pass(2 * MINUTE_MS);
  expect(attention.headers()).toEqual(NOBODY);
  for (const sign of ['keydown', 'pointermove', 'pointerdown', 'wheel', 'touchstart']) {
    touch(sign);
    expect(attention.headers(), sign).toEqual({});
    pass(2 * MINUTE_MS);
    expect(attention.headers(), sign).toEqual(NOBODY);
  }
  touch('load');
  expect(attention.headers()).toEqual(NOBODY);
});

it('tells the server of whoever writes for long and asks for nothing, now and then', () => {
  const { attention, tell, pass, touch } = start();
  for (let seconds = 0; seconds < 900; seconds += 10) {
    pass(10_000);
    touch('keydown');
  }
  expect(tell).toHaveBeenCalledTimes(3);
  pass(4 * MINUTE_MS);
  touch('keydown');
  attention.headers();
  pass(4 * MINUTE_MS);
  touch('keydown');
  expect(tell).toHaveBeenCalledTimes(3);
});
