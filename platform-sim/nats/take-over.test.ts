import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { misfitOf, type ProcessSettings } from './lease/active-process.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { natsOf } from './testing/sample-nats.ts';

/** Platform processes with a member of their own, each of which takes over from the one before it. */
async function processes(): Promise<() => Promise<Sandbox>> {
  const { url: platform } = await natsOf();
  let former: Sandbox | undefined;
  return async () => {
    await former?.close();
    const sandbox = await startSandbox({ clock: 'real', ports: false, platform });
    onTestFinished(() => sandbox.close());
    former = sandbox;
    return sandbox;
  };
}

const clientsOf = ({ profile }: Sandbox): readonly (readonly string[])[] =>
  Object.values(profile.principals).map(({ clientId, clientSecret }) => [clientId, clientSecret]);

describe.skipIf(WITHOUT_NATS !== undefined)('a platform process that takes over', () => {
  test('accepts the clients of a world that was reset to another seed, which it stores too', async () => {
    const next = await processes();
    const first = await next();
    const clients = clientsOf(first);
    await first.reset(9);
    const second = await next();
    expect(clientsOf(second)).toEqual(clients);
    expect(await second.reset()).toMatchObject({ seed: 9 });
    expect(clientsOf(await next())).toEqual(clients);
  });

  test('has the fault rules, and strikes as often as they have left', async () => {
    const next = await processes();
    const first = await next();
    const twice = { on: { edge: 'inbox' }, refuse: 'INBOX_FULL', times: 2 } as const;
    first.faults.add(twice);
    first.faults.add({ on: { edge: 'venue' }, hold: 'late', for: '1h' });
    first.faults.remove(first.faults.add(twice).id);
    await first.faults.at('inbox', {});
    const rules = first.faults.mark();
    expect(rules.rules.map(({ firings }) => firings)).toEqual([1, 0]);
    const second = await next();
    expect(second.faults.mark()).toEqual(rules);
    const struck = async () => (await second.faults.at('inbox', {}))?.act ?? 'no rule';
    expect([await struck(), await struck(), second.faults.add(twice).id]).toEqual(['refuse', 'no rule', 'f4']);
    await second.reset();
    expect((await next()).faults.list()).toEqual([]);
  });

  test('has the named snapshots, and restores them', async () => {
    const next = await processes();
    const first = await next();
    const { genesis } = first.platform;
    first.faults.add({ on: { edge: 'venue' }, delay: '1s' });
    const taken = [first.snapshot('begun'), first.snapshot(), first.snapshot('a.b')];
    const records = first.platform.journal.after(0);
    first.forget('s1');
    await first.reset(9);
    const second = await next();
    expect([second.snapshots(), second.faults.list()]).toEqual([[taken[0], taken[2]], []]);
    expect(await second.restore('a.b')).toEqual(taken[2]);
    expect([second.platform.genesis, second.platform.journal.after(0)]).toEqual([genesis, records]);
    expect(second.faults.list()).toMatchObject([{ id: 'f1', rule: { delay: '1s' } }]);
    expect(clientsOf(second)).toEqual(clientsOf(first));
    second.snapshot('last');
    const third = await next();
    expect(third.platform.journal.after(0, records.length)).toEqual(records);
    expect(third.snapshots().map(({ name }) => name)).toEqual(['begun', 'a.b', 'last']);
  });

  test('has the other worlds; an ended one can be created again with another seed', async () => {
    const next = await processes();
    await (await next()).createWorld({ name: 'a', seed: 3 });
    const second = await next();
    expect(await second.world('a')?.reset()).toMatchObject({ seed: 3 });
    await second.world('a')?.close();
    expect(await (await second.createWorld({ name: 'a', seed: 5 })).reset()).toMatchObject({ seed: 5 });
    expect(await (await next()).world('a')?.reset()).toMatchObject({ seed: 5 });
  });
});

const SAME: ProcessSettings = { clock: 'real', publicUrl: null, controlUrl: 'http://127.0.0.1:4011' };
const PUBLIC = { ...SAME, publicUrl: 'http://a:4010' };
const OTHER = 'and this one was started';

// biome-ignore format: an aligned table
const MISFITS: readonly (readonly [ProcessSettings | undefined, ProcessSettings, string | undefined])[] = [
  [SAME,                      { ...SAME, controlUrl: 'http://127.0.0.1:4012' }, undefined],
  [undefined,                 { ...SAME, clock: 'x2' }, undefined],
  [{ ...SAME, clock: 'x60' }, SAME, `with --clock x60, ${OTHER} with --clock real: start it with --clock x60`],
  [PUBLIC,                    SAME, `with --public-url http://a:4010, ${OTHER} without --public-url: start it with --public-url http://a:4010`],
  [SAME,                      PUBLIC, `without --public-url, ${OTHER} with --public-url http://a:4010: start it without --public-url`],
];

test.each(MISFITS)('an active process of %j and one that stands by of %j: %s', (details, own, line) => {
  const expected = line && `the active platform process (process 1 on host) runs ${line}`;
  expect(misfitOf({ holder: 'process 1 on host', details }, own)).toBe(expected);
});
