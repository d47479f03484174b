/** Messages of any peer on the subjects of a deployment, on a real nats-server: a malformed one is dropped. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../../gateway/facts.ts';
import { until } from '../../testing/sample-scene.ts';
import { ask, clientOf } from '../../testing/sample-world.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, machineClock, natsOf } from '../testing/sample-nats.ts';
import { createPlatformRequests } from './platform-requests.ts';
import { SUBJECTS } from './subjects.ts';
import { membersOn, platformOn, standbyOn } from './testing/sample-processes.ts';

const COMMAND = { owner: 'orders', principal: { orgId: 1, userId: 1 }, key: 'k', operation: 'submitOrder', body: null };
/** Every member of some message, each of another type than it should be. */
const MISFIT = {
  ...{ world: 'default', member: 'm1', command: {}, edge: 'x', where: null, orgId: 'x', key: 5, instrumentId: 'x' },
  ...{ material: null, process: 'p', place: null, plans: [{}], names: [1], ordersDone: 'x', id: null, quote: null },
  ...{ worlds: { default: {} }, items: [[null, null]], epoch: 'x' },
};
const TAKEN = { taken: true, position: 1 };
const LONG = 'a'.repeat(900_000);
const BAD: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  text: 'hello',
  'half of JSON': '{"world":',
  null: 'null',
  'a number': '7',
  'a text': '"x"',
  'a list': '[]',
  'an object without members': '{}',
  'members of other types': JSON.stringify(MISFIT),
  'a world that is none': JSON.stringify({ ...MISFIT, world: '__proto__' }),
  'a report with a seat that is none': JSON.stringify({
    ...{ process: 'p', place: { host: 'h', pid: 1, sinceNs: '1', gatewayUrl: null }, plans: [], names: [] },
    ...{ ordersDone: 0, worlds: { default: { epoch: 1, revision: 1, seats: [{}], quotes: ['x'] } } },
  }),
  'a command without a body': JSON.stringify({ world: 'default', member: 'm1', command: COMMAND }),
  'a statement without facts': JSON.stringify({
    ...{ world: 'default', member: 'm1' },
    command: { ...COMMAND, owner: 'register', body: { kind: 'state' } },
  }),
  'lists in lists': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'long text': LONG,
  'a long member': JSON.stringify({ ...MISFIT, world: LONG }),
  bytes: Uint8Array.from({ length: 1_000 }, (_, i) => (i * 197) % 256),
};
const BUCKETS = ['$KV.touchstone_lease.platform'];
const EVERY_SUBJECT = [...Object.values(SUBJECTS).map(({ subject }) => subject), 'touchstone.creators.x', ...BUCKETS];

describe.skipIf(WITHOUT_NATS !== undefined)('malformed messages', { timeout: 120_000 }, () => {
  test('on every subject leave platform, member and standby as they were', async () => {
    const nats = await natsOf();
    const sandbox = await platformOn(nats.url);
    const host = await membersOn(nats.url, '0.14.0');
    standbyOn(nats.url);
    const peer = await connected(nats);
    for (const subject of EVERY_SUBJECT) {
      for (const bytes of Object.values(BAD)) {
        peer.publish(subject, bytes);
        peer.publish(subject, bytes, { reply: 'peer.inbox' });
      }
      // All of them are in this process: without a pause a slow machine reads for longer than a lease lasts.
      await peer.flush();
    }
    const health = () => ask('GET', `${sandbox.controlUrl}/processes`);
    expect((await health()).status).toBe(200);
    const trader = clientOf({ baseUrl: host.url, controlUrl: sandbox.controlUrl });
    const submit = (key: string) => trader.submit(key, { side: 'BUY' });
    // A member that just read so much may answer for a moment that it does not serve: the same key is sent again.
    await expect.poll(() => submit('after-1'), { timeout: 60_000 }).toMatchObject({ status: 201 });
    // The lease is renewed, and reports arrive, once again.
    await new Promise((resolve) => void machineClock.after(4_500, 'a lease', () => resolve(undefined)));
    await expect.poll(() => submit('after-2'), { timeout: 60_000 }).toMatchObject({ status: 201 });
    // A process that just read so much may be late with its announcement.
    const kinds = async () => (await health()).body.items.map(({ kind }: { readonly kind: string }) => kind).toSorted();
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['member', 'platform', 'standby']);
  });

  test('as answers: the request is sent again', async () => {
    const nats = await natsOf();
    const peer = await connected(nats);
    const answers = [...Object.values(BAD), '{"answer":{"taken":true}}', JSON.stringify({ answer: TAKEN })];
    const served = peer.subscribe(SUBJECTS.submit.subject, {
      callback: (_, message) => void message.respond(answers.shift()),
    });
    onTestFinished(() => served.unsubscribe());
    const { request } = createPlatformRequests(await connected(nats), machineClock);
    const command = {} as Command;
    expect(await request(SUBJECTS.submit, { world: 'w', member: 'm1', command })).toEqual(TAKEN);
    await until(() => answers.length === 0);
  });
});
