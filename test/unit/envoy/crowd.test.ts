import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/envoy/transport/net/connection.ts';
import { createCrowd } from '../../../src/envoy/transport/net/crowd.ts';

const LIMIT = 3;

/** @param stays Whether its peer does not let it go. */
const setUp = (stays = false) => {
  const crowded: string[] = [];
  const ended: number[] = [];
  const crowd = createCrowd(LIMIT, (what) => crowded.push(what));
  let ports = 0;
  const arrive = () => {
    const remotePort = ++ports;
    let isDestroyed = false;
    const socket = Object.assign(new EventEmitter(), {
      ...{ remoteAddress: '::1', remotePort },
      destroy: () => {
        isDestroyed = true;
        socket.emit('close');
      },
    });
    crowd.admit(socket as unknown as Socket);
    const retire = (): void => {
      ended.push(remotePort);
      if (!stays) socket.destroy();
    };
    const connection = { retire } as Connection;
    return {
      port: remotePort,
      isTaken: () => !isDestroyed,
      begin: () => crowd.begin(socket as unknown as Socket, connection),
      call: () => crowd.setIdle(connection, false),
      hangUp: () => crowd.setIdle(connection, true),
      close: () => {
        socket.destroy();
        crowd.end(connection);
      },
    };
  };
  const begun = () => {
    const peer = arrive();
    if (peer.isTaken()) peer.begin();
    return peer;
  };
  return { crowd, crowded, ended, arrive, begun };
};

describe('a crowd', () => {
  it('ends the one that has been without a call for longest, whatever came first', () => {
    const { begun, ended, crowded } = setUp();
    const [a, b, c] = [begun(), begun(), begun()];
    a.call();
    b.call();
    b.hangUp();
    a.hangUp();
    for (let i = 0; i < LIMIT; i += 1) begun();
    expect(ended).toEqual([c.port, b.port, a.port]);
    expect(crowded).toEqual(['idle', 'idle', 'idle']);
  });

  it('ends who has yet to show a certificate before those who came later and have', () => {
    const { arrive, begun, ended } = setUp();
    const early = begun();
    const silent = arrive();
    begun();
    early.call();
    early.hangUp();
    begun();
    expect(silent.isTaken()).toBe(false);
    expect(ended).toEqual([]);
  });

  it('takes nobody where all have calls, and somebody once one is gone', () => {
    const { begun, crowded } = setUp();
    const all = Array.from({ length: LIMIT }, begun);
    for (const peer of all) peer.call();
    expect(begun().isTaken()).toBe(false);
    expect(crowded).toEqual(['new']);
    all[1]?.close();
    expect(begun().isTaken()).toBe(true);
  });

  it('is never more than twice as large, where those who have to go do not', () => {
    const { begun, crowded, ended } = setUp(true);
    const all = Array.from({ length: 2 * LIMIT + 1 }, begun);
    expect(all.map((peer) => peer.isTaken())).toEqual([
      ...Array.from({ length: 2 * LIMIT }, () => true),
      false,
    ]);
    expect(crowded).toEqual(['idle', 'idle', 'idle', 'new']);
    expect(ended).toEqual([1, 2, 3]);
  });

  it('forgets those who are gone, so that none of them is ended again', () => {
    const { begun, ended } = setUp();
    const [a] = [begun(), begun(), begun()];
    a.close();
    begun();
    begun();
    expect(ended).toEqual([2]);
  });
});
