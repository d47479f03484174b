/** That the frame of the bench works: no figure is judged here. */
import { expect, test } from 'vitest';
import { resultsOf } from './result.ts';
import { defineRow } from './row.ts';
import { namedRows } from './rows.ts';
import { runRow } from './run-row.ts';
import { tableOf } from './table.ts';
import { PRESENT, treeAt } from './tree.ts';
import { withTable } from './written-table.ts';

const order: string[] = [];
const doubled = defineRow({
  id: 'T1',
  title: 'a made-up row',
  figures: {
    rate: { title: 'twice its peer', unit: 'requests/s', peer: 'half', wanted: { atLeast: 1.5 } },
    cost: { title: 'too slow', unit: 'ms', wanted: { atMost: 5 } },
  },
  open: async ({ name }) => ({
    async measure(round) {
      order.push(name);
      return { rate: { own: 20 + 2 * round, peer: 10 + round }, cost: { own: 6 + round } };
    },
    [Symbol.asyncDispose]: async () => void order.push(`${name} ended`),
  }),
});

test('a figure is the median of the ratios of its rounds, and is judged by its bound', async () => {
  const results = resultsOf(doubled, await runRow(doubled, [PRESENT], 5));
  expect(results.map(({ figure, judged }) => [figure, judged])).toEqual([
    [{ median: 2, least: 2, most: 2 }, 'reached'],
    [{ median: 8, least: 6, most: 10 }, 'missed'],
  ]);
});

test('two revisions take turns, and each is first as often', async () => {
  order.length = 0;
  const taken = await runRow(doubled, [PRESENT, treeAt('abc', '/nowhere')], 2);
  expect(order).toEqual(['present', 'abc', 'abc', 'present', 'abc ended', 'present ended']);
  expect(tableOf(resultsOf(doubled, taken))).toContain('abc: 6.5 (6 to 7)');
});

test('what is not measured says why, and is never passed', () => {
  const [result] = resultsOf(doubled, [], 'there is no Java');
  expect(result?.judged).toBe('not measured');
  expect(tableOf(resultsOf(doubled, [], 'there is no Java'))).toContain('not measured: there is no Java');
});

test('the table replaces what stands between the markers, and no other text', () => {
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];
  expect(withTable(`a\n${begin}\nold\n${end}\nb`, 'new')).toBe(`a\n${begin}\n\nnew\n\n${end}\nb`);
  expect(() => withTable('a', 'new')).toThrow('there is no <!-- bench: begin -->');
});

test('every row has a figure, and one round of a cheap one has a sample of each', async () => {
  const rows = namedRows([]);
  if (typeof rows === 'string') throw new Error(rows);
  expect(rows.filter(({ figures }) => Object.keys(figures).length === 0)).toEqual([]);
  const start = rows.find(({ id }) => id === 'S5');
  if (start === undefined) throw new Error('there is no row S5');
  const [taken] = await runRow(start, [PRESENT], 1);
  expect(Object.keys(taken?.samples ?? {})).toEqual(Object.keys(start.figures));
  expect(namedRows(['S99'])).toContain('there is no row S99');
});
