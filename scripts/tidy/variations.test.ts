/**
 * Every row of decisions.md and the variations that exercise its "may", "either" and silence; or why there is none. A row
 * that is in neither place fails.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VARIATIONS } from '../../gateway/variations/index.ts';
import { onDisk } from './source-files.ts';

const MUST = 'the suite holds every member to it: there is no other branch';
const NOT_SENT = 'the suite sends nothing that would show it';
const SEVERAL = 'shows between several members or starts: platform-sim/members, not a layer before one';

/** Rows that no variation exercises, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  A3: 'checks send one defect at a time, so no order inside admission shows',
  A7: NOT_SENT,
  A11: `${NOT_SENT}: its tokens are 120 s from every boundary`,
  A22: MUST,
  A26: 'a door refusal of an attached write needs a held owner: faults, not a layer',
  A27: SEVERAL,
  A28: NOT_SENT,
  A30: MUST,
  A33: MUST,
  A36: MUST,
  A37: MUST,
  A40: MUST,
  A42: SEVERAL,
  A43: 'a sandbox has a position from its start: nothing precedes the first change',
  A44: MUST,
  A46: MUST,
  A51: MUST,
  A52: MUST,
  A53: 'what the suite asserts of a walk is what holds in both readings',
  A56: 'the other direction needs other cursors: a walk by a layer would be another member',
  A57: 'checks compare a collection with itself alone: its order is not judged',
  A61: MUST,
  A70: 'both readings are equivalent in a served row: checks compare values',
  A71: NOT_SENT,
  A72: `${NOT_SENT} for the price; for qty it is a must`,
  A73: MUST,
  A76: 'the other side of the door needs a key that stays free: a layer would have to judge the order',
  A77: NOT_SENT,
  A83: MUST,
  A86: MUST,
  A88: NOT_SENT,
  A89: SEVERAL,
};

const exercising = Map.groupBy(
  VARIATIONS.flatMap(({ name, decision }) => decision.map((id) => ({ id, name }))),
  ({ id }) => id as string,
);

const FILE = onDisk('../shared/contract/decisions.md');
const isThere = existsSync(FILE);
if (!isThere) console.log(`decisions.md is not beside this repository (${FILE}): its rows are not compared`);

describe('decisions.md and the variations', () => {
  test.skipIf(!isThere)('every row has a variation, or a reason for none', () => {
    const rows = [...readFileSync(FILE, 'utf8').matchAll(/^\| (A[0-9]+) \|/gm)].map(([, id]) => id ?? '');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((id) => !exercising.has(id) && WITHOUT[id] === undefined)).toEqual([]);
    expect(Object.keys(WITHOUT).filter((id) => !rows.includes(id))).toEqual([]);
    expect([...exercising.keys()].filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('A1 to A102 are in the table', () => {
    const ids = Array.from({ length: 102 }, (_, n) => `A${n + 1}`);
    expect(ids.filter((id) => exercising.has(id) === id in WITHOUT)).toEqual([]);
  });
});
