/** Tests the harness of the bench. No figure is judged here. */
import { expect, test } from 'vitest';
import { load, loaded } from './load.ts';
import { PRESENT, type Row, type Side, treeAt } from './row.ts';
import { namedRows } from './rows.ts';
import { runRow } from './run-row.ts';
import { me, type Scene, writes } from './scenes.ts';
import { koaStore, sandbox } from './servers.ts';
import { resultOf, tableOf, withTable } from './table.ts';

const order: string[] = [];

/** A side that measures what `rateOf` returns for a round, and appends each call to `order`. */
function made(side: string, rateOf: (round: number) => number): Side {
  return async ({ name }) => {
    let round = 0;
    return {
      async measure() {
        order.push(`${side} of ${name}`);
        return { rate: rateOf(round++) };
      },
      [Symbol.asyncDispose]: async () => void order.push(`${side} of ${name} ended`),
    };
  };
}

const OTHER = treeAt('abc', '/nowhere');
const own = made('own', (round) => 20 + 2 * round);
const half = { name: 'half', side: made('peer', (round) => 10 + round) };
const ROW = { id: 'T1', name: 'made-up', work: 'twice its peer', figure: 'rate', unit: 'requests/s', own };

test.each<[string, Partial<Row>, object, string, string]>([
  ['a ratio', { peer: half, wanted: { atLeast: 1.5 } }, { median: 2, least: 2, most: 2 }, 'reached', '2 (2 to 2)'],
  ['a ratio', { peer: half, wanted: { atLeast: 2.1 } }, { median: 2 }, 'missed', 'half: 12 requests/s'],
  [
    'a figure alone',
    { wanted: { atMost: 24 } },
    { median: 24, least: 20, most: 28 },
    'reached',
    '24 (20 to 28) requests/s',
  ],
  ['a figure alone', { wanted: { atMost: 23 } }, { median: 24 }, 'missed', 'at most 23'],
  [
    'one below 0',
    { own: made('own', (round) => round - 4) },
    { median: -2, least: -4 },
    'stated',
    '-2 (-4 to 0) requests/s',
  ],
])('%s is the median of its rounds and is judged by its bound', async (_, changed, figure, judged, cell) => {
  const row = { ...ROW, ...changed };
  const result = resultOf(row, await runRow(row, PRESENT, undefined, 5));
  expect(result).toMatchObject({ judged, figure });
  expect(tableOf([result])).toContain(`| ${cell} `);
});

test('the product, the other revision and the peer take turns, and each is first equally often', async () => {
  order.length = 0;
  const row = { ...ROW, peer: half };
  const result = resultOf(row, await runRow(row, PRESENT, OTHER, 3));
  const [mine, theirs, peer] = ['own of present', 'own of abc', 'peer of present'];
  expect(order.slice(0, 9)).toEqual([mine, theirs, peer, theirs, peer, mine, peer, mine, theirs]);
  expect(order.slice(9)).toEqual([`${peer} ended`, `${theirs} ended`, `${mine} ended`]);
  expect(tableOf([result])).toContain('| abc: 2 (2 to 2) | 1 (1 to 1) ');
});

test('a row that is not measured states the reason, and never counts as reached', () => {
  const result = resultOf(ROW, undefined, 'there is no NATS');
  expect(result.judged).toBe('not measured');
  expect(tableOf([result])).toContain('| not measured: there is no NATS ');
});

test('a figure that a side did not measure is an error', async () => {
  const taken = await runRow(ROW, PRESENT, undefined, 1);
  expect(() => resultOf({ ...ROW, figure: 'cost' }, taken)).toThrow('no figure cost was measured; there are rate');
});

test('the table replaces the text between the markers, and no other text', () => {
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];
  expect(withTable(`a\n${begin}\nold\n${end}\nb`, 'new')).toBe(`a\n${begin}\n\nnew\n\n${end}\nb`);
  expect(() => withTable('a', 'new')).toThrow('there is no <!-- bench: begin -->');
});

test('rows are found by id and by name', () => {
  const works = (names: readonly string[]) => {
    const rows = namedRows(names);
    return typeof rows === 'string' ? rows : rows.map(({ work }) => work);
  };
  expect(works(['S15'])).toEqual(works(['worlds']));
  expect(works(['S15', 'start'])).toEqual([...works(['start']), ...works(['worlds'])]);
  expect(works(['S99'])).toContain('there is no row S99');
});

test('product and peer answer the same load in turn, reads as well as writes', async () => {
  const scene: Scene = async (of) => [...(await me(of)), ...(await writes(of))];
  const how = { seconds: 1, warm: 64 };
  const peer = { name: 'koa', side: load(koaStore, scene, how) };
  const taken = await runRow({ own: load(sandbox(), scene, how), peer }, PRESENT, undefined, 1);
  const rates = [{ perSecond: expect.any(Number), wallPerSecond: expect.any(Number) }];
  expect(taken).toEqual({ own: rates, peer: rates });
});

test('an answer other than 2xx ends the measurement', async () => {
  await using bare = await koaStore(PRESENT);
  const loading = loaded(bare, [{ method: 'GET', path: '/orders/1' }], { amount: 64 });
  await expect(loading).rejects.toThrow('GET /orders/1: 0 connections failed; {"404":{"count":64}} were the answers');
});
