/** Requests of members to platforms, on a real nats-server: the replies while no platform is active. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../gateway/facts.ts';
import { until } from '../../testing/sample-scene.ts';
import { watchConnection } from '../connection.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, machineClock, natsOf } from '../testing/sample-nats.ts';
import { type BusWorld, openPlatformBus, type PlatformBus } from './platform-bus.ts';
import { createPlatformRequests, type PlatformRequests } from './platform-requests.ts';
import { remoteFaults } from './remote-port.ts';
import { SUBJECTS } from './subjects.ts';

const WORLD = 'main';
const READ = { member: 'm1', method: 'GET', path: '/me' };

type Answers = Pick<BusWorld, 'faults'> & { submit(): Promise<unknown> };

/** An active platform process with one world, of which the tests use two parts. */
async function platformOn(
  nats: { readonly url: string },
  epoch: number,
  answers: Partial<Answers>,
): Promise<PlatformBus> {
  const end = openPlatformBus({ nc: await connected(nats), epoch, clock: machineClock });
  const world = { name: WORLD, state: () => ({}), hasMember: () => false, port: () => answers, ...answers };
  end.host(world as unknown as BusWorld);
  end.serve();
  return end;
}

const COMMAND = {
  ...{ owner: 'orders', principal: { orgId: 1, userId: 1 }, key: 'k', operation: 'submitOrder' },
  body: { kind: 'submit' },
} as unknown as Command;

const submitted = (requests: PlatformRequests) =>
  requests.request(SUBJECTS.submit, { world: WORLD, member: 'm1', command: COMMAND });

describe.skipIf(WITHOUT_NATS !== undefined)('a request of a member', () => {
  test('meets no fault while no platform is active: reads continue', async () => {
    const requests = createPlatformRequests(await connected(await natsOf()), machineClock);
    const faults = remoteFaults(WORLD, requests, () => new Set(['answer']));
    expect(await faults.at('answer', READ)).toEqual({ act: 'go' });
  });

  test('that a fault holds continues when the server is gone; it meets no fault until the server is back', async () => {
    const nats = await natsOf();
    let asked = 0;
    const held = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    await platformOn(nats, 1, { faults: () => ({ at: held }) });
    const nc = await connected(nats);
    const requests = createPlatformRequests(nc, machineClock);
    watchConnection(nc, (isUp) => (isUp ? requests.resend() : requests.disconnected()));
    const faults = remoteFaults(WORLD, requests, () => new Set(['answer']));
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

  test('that a closed platform could not carry out goes to the next platform', async () => {
    const nats = await natsOf();
    const requests = createPlatformRequests(await connected(nats), machineClock);
    const failing = Promise.withResolvers<unknown>();
    let asked = 0;
    const former = await platformOn(nats, 1, {
      submit: () => {
        asked += 1;
        return asked === 1 ? failing.promise : Promise.resolve({ taken: false, why: 'OWNER_ABSENT' });
      },
    });
    let answer: unknown;
    const submission = submitted(requests).then((reply) => {
      answer = reply;
    });
    await until(() => asked === 1);
    former.close();
    failing.reject(new Error('the log is closed'));
    await platformOn(nats, 2, { submit: async () => ({ taken: true, position: 7 }) });
    // An answer of the closed one would be here by now.
    expect(await submitted(requests)).toEqual({ taken: true, position: 7 });
    expect(answer).toBeUndefined();
    requests.resend();
    await submission;
    expect(answer).toEqual({ taken: true, position: 7 });
  });
});
