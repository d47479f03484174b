/** What any peer may put on the subjects of a deployment, on a real nats-server: a message that is none costs itself. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../../gateway/facts.ts';
import { until } from '../../testing/sample-scene.ts';
import { ask, clientOf } from '../../testing/sample-world.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, machineClock, natsOf } from '../testing/sample-nats.ts';
import { SUBJECTS } from './messages.ts';
import { busLine } from './platform-requests.ts';
import { membersOn, platformOn, standbyOn } from './testing/sample-processes.ts';

const COMMAND = { owner: 'orders', principal: { orgId: 1, userId: 1 }, key: 'k', operation: 'submitOrder', body: null };
/** Every member that some message has, each of another type than it should be. */
const MISFIT = {
  ...{ world: 'default', member: 'm1', command: {}, edge: 'x', where: null, orgId: 'x', key: 5, instrumentId: 'x' },
  ...{ material: null, process: 'p', place: null, plans: [{}], names: [1], ordersDone: 'x', id: null, quote: null },
  ...{ worlds: { default: {} }, items: [[null, null]], epoch: 'x' },
};
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
const EVERY_SUBJECT = [...Object.values(SUBJECTS), 'touchstone.creators.x', ...BUCKETS];

describe.skipIf(WITHOUT_NATS !== undefined)('messages that are none', { timeout: 120_000 }, () => {
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
    }
    await peer.flush();
    const health = () => ask('GET', `${sandbox.controlUrl}/processes`);
    expect((await health()).status).toBe(200);
    const trader = clientOf({ baseUrl: host.url, controlUrl: sandbox.controlUrl });
    const submit = (key: string) => trader.submit(key, { side: 'BUY' });
    // A member that has just read so much may say for a moment that it does not serve: the same key is sent again.
    await expect.poll(() => submit('after-1'), { timeout: 60_000 }).toMatchObject({ status: 201 });
    // The lease is renewed, and reports arrive, once again.
    await new Promise((resolve) => void machineClock.after(4_500, 'a lease', () => resolve(undefined)));
    await expect.poll(() => submit('after-2'), { timeout: 60_000 }).toMatchObject({ status: 201 });
    const { items } = (await health()).body;
    expect(items.map(({ kind }: { readonly kind: string }) => kind).toSorted()).toEqual([
      'member',
      'platform',
      'standby',
    ]);
  });

  test('as answers are asked for again', async () => {
    const nats = await natsOf();
    const peer = await connected(nats);
    // Without members it is the answer undefined.
    const { 'an object without members': _, ...bad } = BAD;
    const answers = [...Object.values(bad), JSON.stringify({ answer: { taken: true } })];
    const served = peer.subscribe(SUBJECTS.submit, { callback: (_, message) => void message.respond(answers.shift()) });
    onTestFinished(() => served.unsubscribe());
    const line = busLine(await connected(nats), machineClock);
    const command = {} as Command;
    expect(await line.ask('submit', { world: 'w', member: 'm1', command }, { mayRepeat: true })).toEqual({
      taken: true,
    });
    await until(() => answers.length === 0);
  });
});
