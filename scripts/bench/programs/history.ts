/**
 * The history checker: every statement judges a history in which each order is written, replayed, read, and told by its
 * operation, with pages in between. Prints seconds of processor time for 100,000 operations, and how much more that is than the
 * tenfold of what 10,000 take.
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
const OF_AN_ORDER = 5;

function samples(operations: number): readonly Sample[] {
  return Array.from({ length: operations / OF_AN_ORDER }, (_, index) => {
    const [key, at] = [`key-${index}`, index + 1];
    return [
      submitted(key, at),
      submitted(key, at, { replay: true }),
      rowRead(at, at, orderRow(at, key)),
      operationRead(key, at, succeeded(at)),
      pageOf('/orders?limit=1', at, [orderRow(at, key)], { next: `after ${key}` }),
    ];
  }).flat();
}

/** Nothing is kept from one history for the next: each is made anew, and its making is not measured. */
function processorS(operations: number): number {
  const history = historyOf(samples(operations), STRICT);
  const before = process.cpuUsage();
  const { verdict } = judgeStatements(history);
  const { user, system } = process.cpuUsage(before);
  assert.equal(verdict, 'pass');
  return (user + system) / 1e6;
}

processorS(OPERATIONS / 100);
const tenth = processorS(OPERATIONS / 10);
const whole = processorS(OPERATIONS);
console.log(JSON.stringify({ checked: { own: whole }, growth: { own: whole / tenth / 10 } }));
