import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defect, ofPlatform } from '../../../gateway/defects/defect.ts';
import { changeResponse, withoutHeaders } from '../../../gateway/variations/layer.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { commandIn } from '../testing/command-in.ts';
import { testFolder } from '../testing/test-folder.ts';

const LIBRARY = new URL('../../../scenarios/library/', import.meta.url);
const POLL = fileURLToPath(new URL('../../../scenarios/testing/202-then-poll.yaml', import.meta.url));

const folder = testFolder();

function replay(...args: readonly string[]) {
  return commandIn(folder).run(['replay', ...args]);
}

function file(name: string, content: unknown): Promise<string> {
  return commandIn(folder).file(name, content);
}

const noLocation = defect('IDEM-11', 'no-location', () =>
  changeResponse((response) => (response.status === 202 ? withoutHeaders(response, 'location') : response)),
);

/** Submits every attempt to the platform under a new key. */
const forgottenKey = defect(
  'IDEM-12',
  'forgotten-key',
  ofPlatform((good) => {
    let attempts = 0;
    return {
      ...good,
      head: () => good.head(),
      follow: (after, apply) => good.follow(after, apply),
      lookUp: async () => ({ state: 'absent' }),
      submit: (command) => {
        attempts += 1;
        return good.submit({ ...command, key: command.key === null ? null : `${command.key}-${attempts}` });
      },
    };
  }),
);

/** The whole library is played twice in scripts/proof/soak/library.test.ts, without a command line. */
test.each(['202-then-poll', 'a-key-across-a-roll', 'renewal-in-the-last-lead-time', 'walk-under-writes'])(
  '%s of the library passes in the sandbox and writes the same transcript twice',
  async (name) => {
    const path = fileURLToPath(new URL(`${name}.yaml`, LIBRARY));
    const [first, second] = [
      await replay(path, '--transcript', 'a.jsonl'),
      await replay(path, '--transcript', 'b.jsonl'),
    ];
    expect(first.err).toBe('');
    expect(first.status, first.out).toBe(0);
    // A cursor is sealed under a key of its process; the transcript numbers them.
    const [out, again] = [first, second].map((run) => run.out.replaceAll(/(?<=cursor=)[\w-]+/g, 'sealed'));
    expect(again).toBe(out);
    expect(await readFile(join(folder, 'a.jsonl'), 'utf8')).toBe(await readFile(join(folder, 'b.jsonl'), 'utf8'));
  },
);

describe('202-then-poll', () => {
  test.each([
    [noLocation, 'header location: expected "/operations/k1", seen nothing', 12],
    [forgottenKey, 'header idempotent-replay: expected "true", seen nothing', 23],
  ])('fails on $name', async (broken, mismatch, line) => {
    await using sandbox = await startSandbox({ seed: 7, defects: [broken] });
    const profile = await file(`${broken.name}.json`, sandbox.profile);
    const { status, out } = await replay(POLL, '--target', profile);
    expect(out).toContain(mismatch);
    expect(out).toContain(`202-then-poll.yaml:${line}:`);
    expect(status).toBe(1);
  });

  test('reports a spent key, and plays again after --reset', async () => {
    await using sandbox = await startSandbox({ seed: 1 });
    const profile = await file('used.json', sandbox.profile);
    expect((await replay(POLL, '--target', profile)).status).toBe(0);
    const again = await replay(POLL, '--target', profile);
    expect(again.status).toBe(3);
    expect(again.out).toMatch(/the key 'k1' was spent on this target before/);
    expect((await replay(POLL, '--target', profile, '--reset')).status).toBe(0);
    expect(sandbox.faults.list()).toEqual([]);
  });

  test('also passes on a real clock, where only waiting works', async () => {
    await using sandbox = await startSandbox({ clock: { rate: 20 } });
    const { status, out } = await replay(POLL, '--target', await file('scaled.json', sandbox.profile));
    expect(status, out).toBe(0);
  });
});

test('a world goes back to what was kept of it, and to its seed: keys and orders are as they were then', async () => {
  const order = '{ account: main, instrument: BTC-USD, clientOrderId: k1, side: BUY, price: "100.00", qty: "1" }';
  const submit = `{ as: trader, request: POST /orders, key: k1, body: ${order}, expect: { status: 201, headers: { idempotent-replay: null } }, save: { order: $.orderId, request: headers.x-request-id } }`;
  const path = await file(
    'worlds.yaml',
    `id: worlds
story: A world is kept, used, and taken back.
calm:
  - snapshot: before
  - ${submit}
  - restore: before
  - { as: trader, request: 'GET /orders/\${order}', expect: { status: 404 } }
  - ${submit}
  - reset: 1
  - ${submit}
holds:
  - { as: trader, request: 'GET /orders/\${order}', expect: { status: 200, body: { clientOrderId: k1 } } }
`,
  );
  const { status, out, err } = await replay(path);
  expect(out + err).toContain('PASS  worlds: 5 of 5 expectations held');
  expect(status).toBe(0);
});

test('a do step calls an operation by its id, judges and saves its answer, and its changes are reverted', async () => {
  await using sandbox = await startSandbox({ seed: 7 });
  const target = await file('target.json', sandbox.profile);
  const path = await file(
    'do.yaml',
    `id: do
story: Operations by their ids.
storm:
  - { do: restartMember, params: { name: m1 }, body: { catchUp: when told } }
  - { do: readMember, params: { name: m1 }, expect: { body: { state: catching-up } } }
  - { do: forkWorld, body: { name: other }, save: { world: $.name } }
  - { do: readWorld, params: { name: '\${world}' }, expect: { body: { name: other } } }
  - { do: takeSnapshot, body: { name: kept } }
  - { do: addFault, body: { on: { owner: orders }, fail: true } }
  - { do: readHealth, expect: { body: { seed: 8 } } }
`,
  );
  const { status, out } = await replay(path, '--target', target);
  expect(out).toContain('body seed: expected 8, seen 7');
  expect([status, out.match(/✓/g)?.length]).toEqual([1, 2]);
  const read = async (what: string) => (await fetch(`${sandbox.controlUrl}/${what}`)).json();
  expect(await read('members')).toMatchObject({ items: [{ state: 'serving' }] });
  expect(await read('worlds')).toMatchObject({ items: [{ name: 'default' }] });
  expect([await read('snapshots'), await read('faults')]).toEqual([{ items: [] }, { items: [] }]);
});
