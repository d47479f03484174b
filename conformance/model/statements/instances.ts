/** Statements about algo instances: T22 and T23 of contract/properties.md. */
import { at, type Exchange, pathOf } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import { DOCUMENTS, INSTANCES } from '../families.ts';
import { factsOf } from '../recorded-fact.ts';
import type { SightedRow, Sighting } from '../row-sightings.ts';
import { firstAfter, firstShown, lastAt, openRows, rowName, rowsOfFamily, sightedRows } from '../row-sightings.ts';
import { wholeWalks } from '../walked-pages.ts';

/** The first sighting of the instance's deletion: in its row, or as the answer to the deletion. */
function deletionOf(instance: SightedRow | undefined): Sighting | undefined {
  return instance?.latest.find(
    ({ row, fact }) => row?.['status'] === 'DELETED' || fact?.answeredBy.subject?.arm === 'delete',
  );
}

function judgeDeleted(sighted: SightedRow): Judgement {
  const deleted = deletionOf(sighted);
  for (const { position, row, exchange } of sighted.latest) {
    if (deleted === undefined || position < deleted.position) continue;
    if (row === undefined) return violated('the row: a deleted instance stays readable', deleted.exchange, exchange);
    if (row['status'] !== undefined && row['status'] !== 'DELETED')
      return violated('DELETED, which is final', deleted.exchange, exchange);
  }
  return pass;
}

/** Its documents must remain readable, too. */
function judgeDocument(document: SightedRow, instance: SightedRow | undefined): Judgement {
  const [deleted, shown] = [deletionOf(instance), firstShown(document)];
  if (deleted === undefined || shown === undefined) return pass;
  const lost = document.latest.find(
    ({ row, position }) => row === undefined && position >= deleted.position && position >= shown.position,
  );
  return lost === undefined
    ? pass
    : violated('the document: those of a deleted instance stay readable', shown.exchange, lost.exchange);
}

/** A deleted instance stays deleted and remains readable, as do its documents. */
const deletedStaysDeleted: Statement = {
  id: 'T22',
  shows: ['ALG-10'],
  judge: (chronicle) =>
    allOf(
      rowsOfFamily(chronicle, INSTANCES).map(judgeDeleted),
      rowsOfFamily(chronicle, DOCUMENTS).map((document) => {
        const instance = rowName(document.organisation, INSTANCES, document.key.split('/')[0] ?? '');
        return judgeDocument(document, sightedRows(chronicle).get(instance));
      }),
    ),
};

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
  return chronicle.keys.some(({ organisation: of, attempts, judged }) => {
    const isOpen = of === organisation && judged.length === 0;
    return (
      isOpen && attempts.some(({ use, outcome }) => use === 'POST /algos/halt' && outcome.kind !== 'refused-at-door')
    );
  });
}

/**
 * The count is the number of instances started right before the halt. It is judged only where each state is known: every
 * instance was listed since the halt before, and no write with an unknown outcome was in flight since.
 */
function judgeCount(halt: Halt, before: Halt | undefined, own: readonly SightedRow[], chronicle: Chronicle): Judgement {
  const wasListed = wholeWalks(chronicle).some(([first]) => {
    const isOurs = first?.family === INSTANCES && first.organisation === halt.organisation;
    return isOurs && first.position !== undefined && first.position < halt.position;
  });
  if (!wasListed || mayHaveMoved(halt.organisation, chronicle)) return pass;
  const started = own.filter(({ latest }) => {
    const last = lastAt(latest, halt.position - 1n);
    return isStarted(last) && (last?.position ?? -1n) >= (before?.position ?? -1n);
  }).length;
  return at(halt.exchange, 'count') === started
    ? pass
    : violated(`count ${started}, as many as were started`, halt.exchange);
}

/**
 * A halt stops every started instance and counts them; only a later start starts one again. Judged on the sandbox only: on a
 * deployed member others may start and stop instances at the same time, and the names of states are its own.
 */
const haltStopsAll: Statement = {
  id: 'T23',
  shows: ['ALG-11'],
  judge(chronicle) {
    if (!chronicle.target.strict) return pass;
    const instances = rowsOfFamily(chronicle, INSTANCES);
    return allOf(
      haltsOf(chronicle).flatMap((halt, i, halts) => {
        const own = instances.filter(({ organisation }) => organisation === halt.organisation);
        const before = halts.slice(0, i).findLast(({ organisation }) => organisation === halt.organisation);
        return [...own.map((sighted) => judgeStarted(sighted, halt)), judgeCount(halt, before, own, chronicle)];
      }),
    );
  },
};

export const INSTANCE_STATEMENTS: readonly Statement[] = [deletedStaysDeleted, haltStopsAll];
