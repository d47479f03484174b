/**
 * The history checker: every statement judges two histories. In the first, each order is written, replayed, read, and
 * reported by its operation, with pages in between. In the second, each order is written and then served by one long walk.
 * Prints seconds of processor time for 100,000 operations, and by how much that exceeds ten times the time for 10,000.
 */
import assert from 'node:assert/strict';
import { judgeStatements } from '../../../conformance/model/statements.ts';
import type { Sample } from '../../../conformance/testing/sample-history.ts';
import { historyOf } from '../../../conformance/testing/sample-history.ts';
import {
  operationRead,
  orderRow,
  pageOf,
  rowRead,
  STRICT,
  submitted,
  succeeded,
} from '../../../conformance/testing/sample-story.ts';

const OPERATIONS = 100_000;

/** The samples of `operations` operations; each order has this many. */
function ordersOf(operations: number, each: number, samplesOf: (key: string, at: number) => readonly Sample[]) {
  return Array.from({ length: operations / each }, (_, index) => samplesOf(`key-${index}`, index + 1)).flat();
}

function writtenAndRead(operations: number): readonly Sample[] {
  return ordersOf(operations, 5, (key, at) => [
    submitted(key, at),
    submitted(key, at, { replay: true }),
    rowRead(at, at, orderRow(at, key)),
    operationRead(key, at, succeeded(at)),
    pageOf('/orders?limit=1', at, [orderRow(at, key)], { next: `after ${key}` }),
  ]);
}

/** One row a page, the newest first. */
function writtenAndWalked(operations: number): readonly Sample[] {
  const orders = operations / 2;
  const walk = Array.from({ length: orders }, (_, index) => {
    const at = orders - index;
    const cursor = index === 0 ? '' : `&cursor=before-${at + 1}`;
    const over = at === 1 ? {} : { next: `before-${at}` };
    return pageOf(`/orders?limit=1${cursor}`, orders, [orderRow(at, `key-${at - 1}`)], over);
  });
  return [...ordersOf(operations, 2, (key, at) => [submitted(key, at)]), ...walk];
}

/** Each history is built from scratch, so nothing is cached between them. Building it is not measured. */
function processorS(samples: readonly Sample[]): number {
  const history = historyOf(samples, STRICT);
  const before = process.cpuUsage();
  const { verdict } = judgeStatements(history);
  const { user, system } = process.cpuUsage(before);
  assert.equal(verdict, 'pass');
  return (user + system) / 1e6;
}

function measured(samples: (operations: number) => readonly Sample[]) {
  // The first run includes compilation, which would hide growth.
  processorS(samples(OPERATIONS / 10));
  const tenth = processorS(samples(OPERATIONS / 10));
  const whole = processorS(samples(OPERATIONS));
  return { whole, growth: whole / tenth / 10 };
}

const [read, walked] = [measured(writtenAndRead), measured(writtenAndWalked)];
console.log(JSON.stringify({ readS: read.whole, readGrowth: read.growth, walkedGrowth: walked.growth }));
