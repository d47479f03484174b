/** What is wrong with a run, and where two runs of one seed part. */

import {
  type Exchange,
  errorCode,
  isFactual,
  position,
  status,
  textAt,
} from '../../../../conformance/member/exchange/exchange.ts';
import type { TargetFacts } from '../../../../conformance/member/profile/target-facts.ts';
import { judgeStatements, STATEMENTS } from '../../../../conformance/model/statements.ts';
import { History } from '../../../../conformance/runner/history.ts';
import type { SequencedRecord } from '../../../../gateway/facts.ts';
import { nameOf, organisationOf, type SeededRun } from './seeded-run.ts';

/** Of members of several versions at once: the oldest, and no more than all of them hold. */
const MIXED: TargetFacts = { rest: '0.11.4', socket: undefined, singleMember: false, strict: false };

/** Characters of a record. */
const SHOWN = 200;

/**
 * Of keys, positions and order: none of them asks which version answered. Not T14 to T17: a
 * member that is behind, or whose command is late or lost before its owner, may have another use of a key under way than
 * the one that is recorded in the end, and refuses all others meanwhile.
 */
const OF_ANY_VERSION = ['T1', 'T6', 'T7', 'T11', 'T13', 'T34', 'T35', 'T36'];
const HELD_TO = OF_ANY_VERSION.map(statementOf);

/** A name that none of them has would hold a run to nothing. */
function statementOf(id: string): (typeof STATEMENTS)[number] {
  const found = STATEMENTS.find((statement) => statement.id === id);
  if (found === undefined) throw new Error(`no statement has the id ${id}`);
  return found;
}

/** undefined: nothing. */
export function faultOf({ exchanges, unanswered, journal }: SeededRun): string | undefined {
  const twice = twiceRecorded(journal);
  if (twice !== undefined) return twice;
  if (unanswered > 0) {
    const { n, request } = exchanges.find(({ response, failure }) => response === null && failure === null) ?? {};
    return `${unanswered} requests were never answered, the first is ${n}: ${request?.method} ${request?.path}`;
  }
  const judgement = judgeStatements(new History(exchanges, MIXED), HELD_TO);
  if (judgement.verdict !== 'violated') return otherOutcome(exchanges) ?? brokenPromise(exchanges);
  const seen = judgement.seen.map((exchange) => JSON.stringify(exchange).slice(0, 900));
  return `not so: ${judgement.expected}\n  ${seen.join('\n  ')}`;
}

/** T11 by the journal itself: no run is as long as a key is kept. */
function twiceRecorded(journal: readonly string[]): string | undefined {
  const seen = new Map<string, number>();
  for (const line of journal) {
    const { position, command } = JSON.parse(line) as SequencedRecord;
    if (command.key === null) continue;
    const name = `${command.principal.orgId} ${command.key}`;
    const earlier = seen.get(name);
    if (earlier !== undefined) return `the key ${name} has two records, ${earlier} and ${position}`;
    seen.set(name, position);
  }
  return undefined;
}

/** T12 over members of several versions: a body is spelled as its member spells it, and what it says is one and the same. */
function otherOutcome(exchanges: readonly Exchange[]): string | undefined {
  const first = new Map<string, Exchange>();
  for (const exchange of exchanges.filter(isJudged)) {
    const earlier = first.get(nameOf(exchange));
    if (earlier === undefined) first.set(nameOf(exchange), exchange);
    else if (outcomeOf(earlier) !== outcomeOf(exchange)) {
      return `two answers of the key ${nameOf(exchange)}: ${earlier.n} ${outcomeOf(earlier)}, ${exchange.n} ${outcomeOf(exchange)}`;
    }
  }
  return undefined;
}

/** T17 at the end of a run, when every write was sent once more: what was judged is told by any member. */
function brokenPromise(exchanges: readonly Exchange[]): string | undefined {
  const told = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { method, path } = exchange.request;
    if (method === 'GET' && path.startsWith('/operations/')) {
      told.set(`${organisationOf(exchange.actor)} ${path.slice('/operations/'.length)}`, exchange);
    }
  }
  const broken = exchanges.filter(isJudged).find((exchange) => {
    const last = told.get(nameOf(exchange));
    return last !== undefined && last.n > exchange.n && status(last) !== 200;
  });
  return broken && `the key ${nameOf(broken)} was answered at ${broken.n}, and its operation is not told at the end`;
}

/** A 404 of before 0.13.0 does not say whether an owner gave it. */
function isJudged(exchange: Exchange): boolean {
  return isFactual(exchange) && status(exchange) !== 404;
}

function outcomeOf(exchange: Exchange): string {
  const said = errorCode(exchange) ?? textAt(exchange, 'orderId') ?? textAt(exchange, 'portfolioId');
  return `${status(exchange)} ${said} at ${position(exchange)}`;
}

/** undefined: none. */
export function firstDifference(once: SeededRun, again: SeededRun): string | undefined {
  return once.hash === again.hash
    ? parted('answers', once.answers, again.answers)
    : (parted('journals', once.journal, again.journal) ?? 'the journals differ');
}

function parted(what: string, once: readonly string[], again: readonly string[]): string | undefined {
  const most = Math.max(once.length, again.length);
  for (let index = 0; index < most; index += 1) {
    const [left = '', right = ''] = [once[index], again[index]];
    if (left === right) continue;
    const at = [...left].findIndex((character, place) => character !== right[place]);
    const from = Math.max(0, (at < 0 ? left.length : at) - SHOWN / 2);
    const shown = (line: string) => line.slice(from, from + SHOWN);
    return `the ${what} part at ${index + 1} (${left.slice(0, SHOWN)} ...):\n  once  ${shown(left)}\n  again ${shown(right)}`;
  }
  return undefined;
}
