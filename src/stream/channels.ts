import { GatewayError } from '../errors.ts';
import type { Channel } from './channel.ts';

/** A provider chooses the indexes of choices and tool calls, so that there could be any number of growing texts. */
const MAX_CHANNELS = 1000;

/** The texts of one stream: those that grow, by their names, and those that stood alone in an event. */
export const createChannels = (create: (pointer: string) => Channel) => {
  const growing = new Map<string, Channel>();
  const repeating = new WeakSet<Channel>();
  const alone = new Set<Channel>();

  const of = (name: string): Channel => {
    const known = growing.get(name);
    if (known !== undefined) return known;
    if (growing.size >= MAX_CHANNELS) {
      throw new GatewayError('REQUEST_TOO_LARGE', `The stream has more than ${MAX_CHANNELS} texts.`);
    }
    const channel = create(name.startsWith('/') ? name : `/choices/${name}`);
    growing.set(name, channel);
    return channel;
  };

  const isRepeat = (channel: Channel): boolean => repeating.has(channel);

  return {
    /** The one of a name. @throws GatewayError `REQUEST_TOO_LARGE` for too many of them. */
    of,
    /** One that repeats others: it is judged so that it may be withheld, and in no record. */
    repeatOf: (name: string): Channel => {
      const channel = of(name);
      repeating.add(channel);
      return channel;
    },
    isRepeat,
    /** Keeps one that stood alone and has findings. */
    keepAlone: (channel: Channel): void => {
      alone.add(channel);
    },
    growing: (): Iterable<Channel> => growing.values(),
    alone: (): Iterable<Channel> => alone,
    /** Those that a record may show. */
    recorded: (): readonly Channel[] => [...growing.values(), ...alone].filter((each) => !isRepeat(each)),
  };
};

export type Channels = ReturnType<typeof createChannels>;
