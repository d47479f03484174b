/**
 * A roll from 0.13.0 to 0.14.0 and back under client traffic: nothing is lost, duplicated or refused, and a second run
 * is the same.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { scene } from '../testing/sample-scene.ts';

const WRITES = 12;

interface Run {
  readonly hash: string;
  readonly keys: readonly string[];
  readonly tree: string;
  readonly answers: readonly string[];
}

async function run(seed: number): Promise<Run> {
  const members = [{ version: '0.13.0' }, { version: '0.13.0' }, { version: '0.13.0' }] as const;
  const at = await scene({ seed, route: 'random', members });
  const { sandbox, admin } = at;
  const roll = await at.operate('/rolls', { from: '0.13.0', to: '0.14.0', back: true, every: '1s' });
  await at.operate(`/rolls/${roll.id}/start`);
  const answers: string[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < WRITES; n += 1) {
    const body = { displayName: `desk ${n}` };
    const first = await admin.post('/portfolios', body, { key: `w${n}` });
    await sandbox.clock.advance(700);
    const again = await admin.post('/portfolios', body, { key: `w${n}` });
    expect(again.body).toEqual(first.body);
    const page = await admin.get(`/portfolios?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    cursor = page.body.nextCursor;
    const replayed = again.headers['idempotent-replay'];
    answers.push(`${first.status} ${again.status} ${replayed} ${page.status} ${page.body.items[0]?.portfolioId}`);
  }
  await sandbox.clock.advance(120_000);
  await at.settle();
  const records = sandbox.platform.records();
  const keys = records.flatMap(({ command: { key } }) => (key?.startsWith('w') === true ? [key] : []));
  const [{ tree }] = (await at.control('GET', '/rolls')).body.items;
  const hash = createHash('sha256').update(JSON.stringify(records)).digest('hex');
  return { hash, keys, tree, answers };
}

test.each([1, 2, 3])('with seed %i', async (seed) => {
  const first = await run(seed);
  expect(first.tree).toMatch(/^roll r1 of seed [0-9]+: done, ([0-9]+) of \1 steps done/);
  expect(first.keys).toEqual(Array.from({ length: WRITES }, (_, n) => `w${n}`));
  expect(first.answers.filter((answer) => !answer.startsWith('201 201 true 200'))).toEqual([]);
  expect(await run(seed)).toEqual(first);
});
