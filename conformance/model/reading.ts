/** One read of platform state, and what it asked for. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { asOf, header, isOk, isWrite, pathOf, position, status } from '../member/exchange/exchange.ts';
import type { History } from '../runner/history.ts';
import { organisationOf } from './attempt.ts';
import type { Subject } from './subject.ts';
import { subjectOf } from './subject.ts';

export interface Reading {
  readonly exchange: Exchange;
  readonly organisation: string;
  /** X-Service-Global-Sequence; undefined before the first change, or where the member omits it. */
  readonly position: bigint | undefined;
  readonly asOfNs: bigint | undefined;
  /** undefined: about no row that a collection serves. */
  readonly subject: Subject | undefined;
}

/** Every answer that reflects state: reads, and a write's 404, which carries the headers of a read (decision A40). */
export function readingsOf(history: History): readonly Reading[] {
  const readings: Reading[] = [];
  for (const e of history.answered) {
    if (isWrite(e) ? header(e, 'x-service-as-of-seq-ts') === undefined : !isStateRead(e)) continue;
    readings.push({
      exchange: e,
      organisation: organisationOf(e.actor),
      position: position(e),
      asOfNs: asOf(e),
      subject: subjectOf(e),
    });
  }
  return readings;
}

/** The contract document is not state, and no refusal but a row's 404 reflects any. */
function isStateRead(e: Exchange): boolean {
  if (pathOf(e) === '/openapi.json') return false;
  return isOk(e) || (status(e) === 404 && position(e) !== undefined);
}

const QUERIES = new WeakMap<Exchange, ReadonlyMap<string, string>>();

/** The query, decoded; the last value where a name is repeated. */
export function queriesOf(e: Exchange): ReadonlyMap<string, string> {
  const mark = e.request.path.indexOf('?');
  if (mark < 0) return NO_QUERY;
  let queries = QUERIES.get(e);
  if (queries === undefined) {
    queries = new Map(new URLSearchParams(e.request.path.slice(mark + 1)));
    QUERIES.set(e, queries);
  }
  return queries;
}

const NO_QUERY: ReadonlyMap<string, string> = new Map();

/** One value of the query, decoded; undefined where it is absent. */
export function queryOf(e: Exchange, name: string): string | undefined {
  return queriesOf(e).get(name);
}
