/**
 * What a page costs in a large collection: the farthest page of 100 rows of every collection, beside the same page of one
 * of 1,000 rows. Both are asked in turn, many times over, in one run; what counts is the ratio of their medians.
 *
 *     node scripts/bench/page-cost.ts [rounds]
 *
 * Exits 1 where a ratio is above 1.5, 2 where the number of rounds is none.
 */
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import {
  COLLECTIONS,
  collectionOf,
  farEndOf,
  type SampleCollection,
  type SamplePage,
} from '../../gateway/testing/sample-collections.ts';
import { countArgument } from './count-argument.ts';

const SMALL = 1_000;
const LIMIT = 100;
const MOST = 1.5;
/** Pages to one measurement: a single one is near what a clock can tell. */
const PAGES = 20;

const rounds = countArgument('rounds', 300);

const { nowMs } = startStopwatch();

/** Microseconds a page. */
function measured(page: () => SamplePage): number {
  const beganMs = nowMs();
  for (let n = 0; n < PAGES; n += 1) page();
  return ((nowMs() - beganMs) * 1000) / PAGES;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function farthestPage(collection: SampleCollection, rows: number): () => SamplePage {
  const page = collectionOf(collection, rows);
  const cursor = farEndOf(page, LIMIT);
  return () => page({ limit: LIMIT, cursor });
}

function compared(collection: SampleCollection): number {
  const pages = [farthestPage(collection, SMALL), farthestPage(collection, collection.rows)] as const;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    // Whoever goes first finds the caches as the other left them: in turn.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(measured(pages[which]));
  }
  const [small, large] = times.map(median) as [number, number];
  const ratio = large / small;
  const cells = [`${collection.rows}`.padStart(7), small.toFixed(1).padStart(8), large.toFixed(1).padStart(8)];
  console.log(`${collection.operation.padEnd(22)} ${cells.join(' ')} ${ratio.toFixed(2).padStart(6)}`);
  return ratio;
}

console.log(`the farthest page of ${LIMIT} rows, median of ${rounds} rounds, microseconds`);
console.log(
  `${'collection'.padEnd(22)} ${'rows'.padStart(7)} ${'of 1000'.padStart(8)} ${'of rows'.padStart(8)}  ratio`,
);
const worst = Math.max(...COLLECTIONS.map(compared));
console.log(`largest ratio ${worst.toFixed(2)}, at most ${MOST} wanted`);
process.exitCode = worst > MOST ? 1 : 0;
