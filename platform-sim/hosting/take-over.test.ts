import { describe, expect, onTestFinished, test } from 'vitest';
import { WITHOUT_NATS } from '../log/nats/testing/nats-server.ts';
import { natsOf } from '../log/nats/testing/sample-nats.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { misfitOf, type ProcessSettings } from './active-process.ts';

/** A platform process with a member of its own, which ends with the test. */
async function processOn(nats: { readonly url: string }): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: 'real', ports: false, platform: nats.url });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const clientsOf = ({ profile }: Sandbox): readonly (readonly string[])[] =>
  Object.values(profile.principals).map(({ clientId, clientSecret }) => [clientId, clientSecret]);

describe.skipIf(WITHOUT_NATS !== undefined)('a platform process that takes over', () => {
  test('accepts the clients of a world that was reset to another seed', async () => {
    const nats = await natsOf();
    const first = await processOn(nats);
    const clients = clientsOf(first);
    await first.reset(9);
    await first.close();
    const second = await processOn(nats);
    expect(clientsOf(second)).toEqual(clients);
    // It stores what it began with, too.
    expect(await second.reset()).toMatchObject({ seed: 9 });
    await second.close();
    expect(clientsOf(await processOn(nats))).toEqual(clients);
  });

  test('has the fault rules, and strikes as often as they have left', async () => {
    const nats = await natsOf();
    const first = await processOn(nats);
    const twice = { on: { edge: 'inbox' }, refuse: 'INBOX_FULL', times: 2 } as const;
    first.faults.add(twice);
    first.faults.add({ on: { edge: 'venue' }, hold: 'late', for: '1h' });
    first.faults.remove(first.faults.add(twice).id);
    await first.faults.at('inbox', {});
    const rules = first.faults.mark();
    expect(rules.rules.map(({ firings }) => firings)).toEqual([1, 0]);
    await first.close();
    const second = await processOn(nats);
    expect(second.faults.mark()).toEqual(rules);
    const struck = async () => (await second.faults.at('inbox', {}))?.act ?? 'no rule';
    expect([await struck(), await struck()]).toEqual(['refuse', 'no rule']);
    expect(second.faults.add(twice).id).toBe('f4');
    await second.reset();
    await second.close();
    expect((await processOn(nats)).faults.list()).toEqual([]);
  });

  test('has the named snapshots, and restores them', async () => {
    const nats = await natsOf();
    const first = await processOn(nats);
    const { genesis } = first.platform;
    first.faults.add({ on: { edge: 'venue' }, delay: '1s' });
    const taken = [first.snapshot('begun'), first.snapshot(), first.snapshot('a.b')];
    const records = first.platform.journal.after(0);
    first.forget('s1');
    await first.reset(9);
    await first.close();
    const second = await processOn(nats);
    const kept = [taken[0], taken[2]];
    expect(second.snapshots()).toEqual(kept);
    expect(second.faults.list()).toEqual([]);
    expect(await second.restore('a.b')).toEqual(taken[2]);
    expect(second.platform.genesis).toBe(genesis);
    expect(second.platform.journal.after(0)).toEqual(records);
    expect(second.faults.list()).toMatchObject([{ id: 'f1', rule: { delay: '1s' } }]);
    expect(clientsOf(second)).toEqual(clientsOf(first));
    second.snapshot('last');
    await second.close();
    const third = await processOn(nats);
    expect(third.platform.journal.after(0, records.length)).toEqual(records);
    expect(third.snapshots().map(({ name }) => name)).toEqual(['begun', 'a.b', 'last']);
  });

  test('has the other worlds; one that is ended can be made anew with another seed', async () => {
    const nats = await natsOf();
    const first = await processOn(nats);
    await first.createWorld({ name: 'a', seed: 3 });
    await first.close();
    const second = await processOn(nats);
    expect(await second.world('a')?.reset()).toMatchObject({ seed: 3 });
    await second.world('a')?.close();
    expect(await (await second.createWorld({ name: 'a', seed: 5 })).reset()).toMatchObject({ seed: 5 });
    await second.close();
    expect(await (await processOn(nats)).world('a')?.reset()).toMatchObject({ seed: 5 });
  });
});

const SAME: ProcessSettings = { clock: 'real', publicUrl: null, controlUrl: 'http://127.0.0.1:4011' };
const PUBLIC = 'http://sandbox:4010';
const STARTED = 'this one was started';

test.each([
  [SAME, { ...SAME, controlUrl: 'http://127.0.0.1:4012' }, undefined],
  [undefined, { ...SAME, clock: 'x2' }, undefined],
  [{ ...SAME, clock: 'x60' }, SAME, `with --clock x60, and ${STARTED} with --clock real: start it with --clock x60`],
  [
    { ...SAME, publicUrl: PUBLIC },
    SAME,
    `with --public-url ${PUBLIC}, and ${STARTED} without --public-url: start it with --public-url ${PUBLIC}`,
  ],
  [
    SAME,
    { ...SAME, publicUrl: PUBLIC },
    `without --public-url, and ${STARTED} with --public-url ${PUBLIC}: start it without --public-url`,
  ],
])('an active process of %j and one that stands by of %j: %s', (details, own, line) => {
  const expected = line && `the active platform process (process 1 on host) runs ${line}`;
  expect(misfitOf({ holder: 'process 1 on host', details }, own)).toBe(expected);
});
