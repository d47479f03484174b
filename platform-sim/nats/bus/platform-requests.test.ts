/** The line between members and platforms, on a real nats-server: what is answered while no platform is there to ask. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../gateway/facts.ts';
import { until } from '../../testing/sample-scene.ts';
import { watchConnection } from '../connection.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, machineClock, natsOf } from '../testing/sample-nats.ts';
import { type BusWorld, openPlatformEnd, type PlatformEnd } from './platform-bus.ts';
import { type BusLine, busLine } from './platform-requests.ts';
import { remoteFaults } from './remote-faults.ts';

const WORLD = 'main';
const READ = { member: 'm1', method: 'GET', path: '/me' };

type Answers = Pick<BusWorld, 'faults'> & { submit(): Promise<unknown> };

/** An active platform process with one world, of which the tests use two parts. */
async function platformOn(
  nats: { readonly url: string },
  epoch: number,
  answers: Partial<Answers>,
): Promise<PlatformEnd> {
  const end = openPlatformEnd({ nc: await connected(nats), epoch, clock: machineClock });
  const world = { name: WORLD, state: () => ({}), hasMember: () => false, port: () => answers, ...answers };
  end.host(world as unknown as BusWorld);
  end.serve();
  return end;
}

const COMMAND = {
  ...{ owner: 'orders', principal: { orgId: 1, userId: 1 }, key: 'k', operation: 'submitOrder' },
  body: { kind: 'submit' },
} as unknown as Command;

const submitted = (line: BusLine) =>
  line.ask('submit', { world: WORLD, member: 'm1', command: COMMAND }, { mayRepeat: true });

describe.skipIf(WITHOUT_NATS !== undefined)('a line', () => {
  test('strikes no faults while no platform is active: reads go on', async () => {
    const line = busLine(await connected(await natsOf()), machineClock);
    const faults = remoteFaults(WORLD, line, () => new Set(['answer']));
    expect(await faults.at('answer', READ)).toEqual({ act: 'go' });
  });

  test('goes on with what waits for a fault when the server is gone, and strikes none until it is back', async () => {
    const nats = await natsOf();
    let asked = 0;
    const held = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    await platformOn(nats, 1, { faults: () => ({ at: held }) });
    const nc = await connected(nats);
    const line = busLine(nc, machineClock);
    watchConnection(nc, (isUp) => (isUp ? line.again() : line.lost()));
    const faults = remoteFaults(WORLD, line, () => new Set(['answer']));
    const waiting = faults.at('answer', READ);
    await until(() => asked === 1);
    await nats.kill();
    expect(await waiting).toEqual({ act: 'go' });
    expect(await faults.at('answer', READ)).toEqual({ act: 'go' });
    expect(asked).toBe(1);
    await nats.start();
    await until(() => {
      void faults.at('answer', READ);
      return asked > 1;
    });
  });

  test('asks the next platform for what a closed one could not do', async () => {
    const nats = await natsOf();
    const line = busLine(await connected(nats), machineClock);
    const failing = Promise.withResolvers<unknown>();
    let asked = 0;
    const former = await platformOn(nats, 1, {
      submit: () => {
        asked += 1;
        return asked === 1 ? failing.promise : Promise.resolve({ taken: false, why: 'OWNER_ABSENT' });
      },
    });
    let answer: unknown;
    const submission = submitted(line).then((told) => {
      answer = told;
    });
    await until(() => asked === 1);
    former.close();
    failing.reject(new Error('the log is closed'));
    await platformOn(nats, 2, { submit: async () => ({ taken: true, position: 7 }) });
    // What the closed one said would be here by now.
    expect(await submitted(line)).toEqual({ taken: true, position: 7 });
    expect(answer).toBeUndefined();
    line.again();
    await submission;
    expect(answer).toEqual({ taken: true, position: 7 });
  });
});
