/** The statement about reads and facts: T8 of contract/properties.md. */
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';
import { isOfRegister, ORDERS } from '../families.ts';
import type { Shown, SightedRow, Sighting } from '../row-sightings.ts';
import { isCreation, openRows, shownIn, sightedRows } from '../row-sightings.ts';
import { isSameState, stateOf } from '../row-state.ts';

/** The row does not exist before its creation, and always from then on: no row is ever removed. */
function judgePresence({ latest }: SightedRow): Judgement {
  const creation = latest.find(isCreation);
  let known = creation;
  for (const sighting of latest) {
    const { position: at, row, exchange } = sighting;
    if (row !== undefined && creation !== undefined && at < creation.position) {
      const words = `nothing of it at position ${at}, before the ${creation.position} at which it was made`;
      return violated(words, creation.exchange, exchange);
    }
    if (row !== undefined) known ??= sighting;
    else if (known !== undefined && at >= known.position)
      return violated(`the row, which existed at position ${known.position}`, known.exchange, exchange);
  }
  return pass;
}

/** A row has one state at one position, whichever read shows it. */
function judgeOneState(sightings: readonly Sighting[]): Judgement {
  let before: Shown | undefined;
  for (const sighting of shownIn(sightings)) {
    if (before?.position !== sighting.position) before = sighting;
    else if (!isSameState(before.row, sighting.row))
      return violated(`the row as it is at position ${sighting.position}`, before.exchange, sighting.exchange);
  }
  return pass;
}

/** An order never returns to an earlier state. */
function judgeProgress({ family, latest }: SightedRow): Judgement {
  if (family !== ORDERS) return pass;
  const former = new Set<string>();
  let current: Shown | undefined;
  for (const sighting of shownIn(latest)) {
    if (current !== undefined) {
      if (isSameState(current.row, sighting.row)) continue;
      if (former.has(stateOf(sighting.row))) {
        const words = `the row of position ${current.position} or a later one, not one that it had before`;
        return violated(words, current.exchange, sighting.exchange);
      }
      former.add(stateOf(current.row));
    }
    current = sighting;
  }
  return pass;
}

/** The sandbox's rows have a version that counts their changes: one version is one state, and versions never decrease. */
function judgeVersions({ latest }: SightedRow): Judgement {
  let newest: Shown | undefined;
  for (const sighting of shownIn(latest)) {
    const { version } = sighting.row;
    if (typeof version !== 'number') continue;
    const before = Number(newest?.row['version'] ?? 0);
    if (newest !== undefined && version < before)
      return violated(`version ${before} of the row, or a later one`, newest.exchange, sighting.exchange);
    if (newest !== undefined && version === before && !isSameState(sighting.row, newest.row))
      return violated(`the row of version ${version} as it was`, newest.exchange, sighting.exchange);
    newest = sighting;
  }
  return pass;
}

function wasTraded({ row }: Sighting): boolean {
  const filled = row?.['cumQty'];
  return filled !== undefined && (typeof filled !== 'string' || canonicalDecimal(filled) !== '0');
}

/** Whether only the writes of the history change the row: orders that did not trade, and rows that no venue changes. */
function changesByWritesAlone({ family, latest }: SightedRow): boolean {
  if (family === ORDERS) return latest.some(isCreation) && !latest.some(wasTraded);
  // A venue's verdict on a key changes its credential.
  return isOfRegister(family) && family.name !== 'credentials';
}

/** The row is what the facts of the history made of it. Known on the sandbox only, where there is no other writer. */
function judgeModel(sighted: SightedRow): Judgement {
  if (!changesByWritesAlone(sighted)) return pass;
  let written: Shown | undefined;
  for (const sighting of shownIn(sighted.latest)) {
    if (written === undefined || sighting.fact !== undefined) written = sighting;
    else if (!isSameState(written.row, sighting.row)) {
      const words = `the row as position ${written.position} left it: nothing changed it up to ${sighting.position}`;
      return violated(words, written.exchange, sighting.exchange);
    }
  }
  return pass;
}

/** A read at or after a fact's position reflects that fact or a later one on the row; an earlier read does not. */
export const readsReflectFacts: Statement = {
  id: 'T8',
  shows: ['POS-08'],
  judge(chronicle) {
    const open = openRows(chronicle);
    const { strict } = chronicle.target;
    return allOf(
      [...sightedRows(chronicle)].flatMap(([name, row]) => [
        judgePresence(row),
        judgeOneState(row.latest),
        judgeOneState(row.approved),
        judgeProgress(row),
        strict ? judgeVersions(row) : pass,
        strict && !open.has(name) ? judgeModel(row) : pass,
      ]),
    );
  },
};
