import type { Exchange } from '../../../member/exchange/exchange.ts';
import { at, pathOf } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { INSTANCES } from '../../families.ts';
import { openRows } from '../../open-rows.ts';
import { factsOf } from '../../recorded-fact.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { firstAfter, lastAt, sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';
import { wholeWalks } from '../../walked-pages.ts';

interface Halt {
  readonly organisation: string;
  readonly position: bigint;
  readonly exchange: Exchange;
}

function haltsOf(chronicle: Chronicle): readonly Halt[] {
  return factsOf(chronicle).flatMap(({ story, position, answeredBy: { exchange, outcome } }) => {
    const isHalt = pathOf(exchange) === '/algos/halt' && outcome.kind === 'judged' && outcome.ok;
    return isHalt ? [{ organisation: story.organisation, position, exchange }] : [];
  });
}

/** The name of this state is the sandbox's choice. */
function isStarted(sighting: Sighting | undefined): boolean {
  return sighting?.row?.['status'] === 'STARTED';
}

/** An instance may be started after a halt only by a start that follows the halt. */
function judgeStarted({ latest }: SightedRow, halt: Halt): Judgement {
  for (const sighting of latest.slice(firstAfter(latest, halt.position - 1n))) {
    if (sighting.fact?.answeredBy.subject?.arm === 'start') return pass;
    if (isStarted(sighting)) return violated('an instance that the halt stopped', halt.exchange, sighting.exchange);
  }
  return pass;
}

/** Whether some write to the instances has an unknown outcome. */
function mayHaveMoved(organisation: string, chronicle: Chronicle): boolean {
  if ([...openRows(chronicle)].some((name) => name.startsWith(`${organisation} ${INSTANCES.name} `))) return true;
  return chronicle.keys.some(({ organisation: of, attempts }) => {
    const isOpen = of === organisation && attempts.every(({ outcome }) => outcome.kind !== 'judged');
    return isOpen && attempts.some(({ use, outcome }) => use === 'POST /algos/halt' && outcome.kind !== 'turned-away');
  });
}

/**
 * The count is the number of instances started right before the halt. It is judged only where each state is known:
 * every instance was listed since the halt before, and no write with an unknown outcome was in flight since.
 */
function judgeCount(
  halt: Halt,
  before: Halt | undefined,
  instances: readonly SightedRow[],
  chronicle: Chronicle,
): Judgement {
  const since = before?.position ?? -1n;
  const wasListed = wholeWalks(chronicle).some(([first]) => {
    const listed = first?.position;
    const isOurs = first?.family === INSTANCES && first.organisation === halt.organisation;
    return isOurs && listed !== undefined && listed < halt.position;
  });
  if (!wasListed) return pass;
  if (mayHaveMoved(halt.organisation, chronicle)) return pass;
  const started = instances.filter(({ latest }) => {
    const last = lastAt(latest, halt.position - 1n);
    return isStarted(last) && last !== undefined && last.position >= since;
  }).length;
  const count = at(halt.exchange, 'count');
  return count === started ? pass : violated(`count ${started}, as many as were started`, halt.exchange);
}

/**
 * T23. A halt stops every started instance and counts them; only a later start starts one again. Judged on the
 * sandbox only.
 */
export const haltStopsAll: Statement = {
  id: 'T23',
  says: 'a halt counts what was started and stops it, and only a start starts it again',
  shows: ['ALG-11'],
  judge(chronicle) {
    // On a deployed member others may start and stop instances at the same time, and the names of states are its own.
    if (!chronicle.target.strict) return pass;
    const instances = [...sightedRows(chronicle).values()].filter(({ family }) => family === INSTANCES);
    return allOf(
      haltsOf(chronicle).map((halt, i, halts) => {
        const own = instances.filter(({ organisation }) => organisation === halt.organisation);
        const before = halts.slice(0, i).findLast(({ organisation }) => organisation === halt.organisation);
        return allOf(
          own.map((sighted) => judgeStarted(sighted, halt)),
          judgeCount(halt, before, own, chronicle),
        );
      }),
    );
  },
};
