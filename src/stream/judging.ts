import type { Changes } from './changes.ts';
import type { Channel } from './channel.ts';
import type { Channels } from './channels.ts';
import type { Found } from './found.ts';
import type { HeldPiece } from './held-event.ts';
import type { Crossing, Joints } from './joints.ts';

/** When the texts of an event are judged: as they come, only once enough has come, or not before the end. */
export type Pace = 'each' | 'now-and-then' | 'at-end';

/** Where nothing waits for it, text is looked at each time so much more of it has come. */
const ENOUGH_CHARS = 4096;

type JudgingDeps = Readonly<{
  channels: Channels;
  joints: Joints;
  changes: Changes;
  found: Found;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

/** Has the texts of a stream scanned as they grow, and says how long that took. */
export const createJudging = ({ channels, joints, changes, found, clock }: JudgingDeps) => {
  let scanMs = 0;

  /** Runs a scan and takes its time. */
  const timed = <Result>(scan: () => Result): Result => {
    const startMs = clock();
    const result = scan();
    scanMs += clock() - startMs;
    return result;
  };

  const judge = (touched: Iterable<Channel>, isClosed: boolean): void =>
    timed(() => {
      for (const channel of touched) {
        if (isClosed) changes.close(channel);
        found.accept(channel, channel.judge(isClosed));
      }
    });

  const acceptCrossings = (crossings: readonly Crossing[]): void => {
    for (const { channel, finding, value } of crossings) found.accept(channel, [finding], () => value);
  };

  /** What another text of its choice has followed on is taken for ended, so that nothing waits for more of it. */
  const judgeJoints = (isClosed: boolean): void =>
    judge(
      timed(() => joints.judge(isClosed, acceptCrossings)),
      true,
    );

  /**
   * Neither a reason to finish nor `[DONE]` decides anything: many a client reads on, and some servers give a reason with
   * every chunk.
   */
  const judgeEvent = (pieces: readonly HeldPiece[], pace: Pace): void => {
    if (pace === 'at-end') return;
    const due = new Set<Channel>();
    for (const { channel } of pieces)
      if (pace === 'each' || channel.freshChars() > ENOUGH_CHARS) due.add(channel);
    if (due.size > 0) judge(due, false);
    if (joints.areOpen()) judgeJoints(false);
  };

  const decideAll = (): void => {
    if (joints.areOpen()) judgeJoints(true);
    judge(channels.growing(), true);
  };

  /** Decides all, and scans every text once more as a whole. */
  const finish = (): void => {
    decideAll();
    timed(() => {
      for (const channel of channels.growing()) found.accept(channel, channel.judgeWhole());
    });
  };

  /** The same where nobody is there to be refused anything. */
  const breakOff = (): void => {
    found.passUnread();
    finish();
  };

  return {
    /** Scans what became decided of texts. @param isClosed Whether no more of them is waited for. */
    judge,
    judgeEvent,
    /** Judges what is undecided as if no more text came. */
    decideAll,
    finish,
    breakOff,
    scanMs: (): number => scanMs,
  };
};
