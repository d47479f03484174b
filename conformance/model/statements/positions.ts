/** Statements about positions: T1 to T5 and T7 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { json, pathOf, status } from '../../member/exchange/exchange.ts';
import {
  agreesWithItsHeaders,
  neverGoesBack,
  onePositionHasOneTime,
  spellsItsPosition,
} from '../../rules/state-rules.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';
import { factsOf } from '../recorded-fact.ts';
import { canonicalJson } from '../row-state.ts';
import { walkedPages } from '../walked-pages.ts';

/** Every position and as-of is the canonical decimal text of an int64. */
const positionsAreSpelledOnce: Statement = {
  id: 'T1',
  shows: ['POS-01', 'ID-03'],
  judge: ({ history }) => allOf(history.answered.map(spellsItsPosition)),
};

/** A page's globalSequence and asOfSeqTsNs equal its two headers. From 0.13.0. */
const pagesAgreeWithHeaders: Statement = {
  id: 'T2',
  shows: ['POS-06'],
  judge: (chronicle) =>
    chronicle.history.since('0.13.0')
      ? allOf(walkedPages(chronicle).map(({ exchange }) => agreesWithItsHeaders(exchange)))
      : pass,
};

/** What one member serves after an answer is not older than that answer. Members of one address may lag (decision A42). */
const positionsNeverGoBack: Statement = {
  id: 'T3',
  shows: ['POS-07'],
  judge: ({ readings, target }) =>
    target.singleMember ? neverGoesBack(readings.map(({ exchange }) => exchange)) : pass,
};

/** Cursors are opaque, and a member may encode the same place differently on each page: they are not compared. */
function withoutCursors(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('nextCursor' in body)) return body;
  const { nextCursor, prevCursor, ...rest } = body as Record<string, unknown>;
  return { ...rest, nextCursor: nextCursor !== null, prevCursor: prevCursor !== null };
}

/** /me depends on the user, and an operation in progress is not in the sequence yet. */
function isOfTheOrganisation(e: Exchange): boolean {
  return e.request.method === 'GET' && pathOf(e) !== '/me' && !pathOf(e).startsWith('/operations/');
}

/** Of a refusal only the status is compared. */
function servesSameState(a: Exchange, b: Exchange): boolean {
  if (status(a) !== status(b)) return false;
  if (status(a) !== 200 || a.response?.body === b.response?.body) return true;
  const [one, other] = [a, b].map((e) => canonicalJson(withoutCursors(json(e))));
  return one === other;
}

/** The same read of one organisation at the same position returns the same body, cursors aside. */
const onePositionHasOneState: Statement = {
  id: 'T4',
  shows: ['POS-08'],
  judge({ readings }) {
    const seen = new Map<string, Exchange>();
    for (const { exchange, organisation, position } of readings) {
      if (position === undefined || !isOfTheOrganisation(exchange)) continue;
      const name = `${organisation} ${position} ${exchange.request.path}`;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, exchange);
      else if (!servesSameState(first, exchange))
        return violated(`the body that position ${position} had before`, first, exchange);
    }
    return pass;
  },
};

/** A position has one time on every member, and times do not decrease with positions. */
const positionsHaveOneTime: Statement = {
  id: 'T5',
  shows: ['POS-10'],
  judge: ({ readings }) => onePositionHasOneTime(readings.map(({ exchange }) => exchange)),
};

/**
 * A write that is sent after the first answer to another one has the later position, whatever members served them. Goes
 * through the facts from last to first with the earliest answer of the later ones.
 */
const positionsFollowRealTime: Statement = {
  id: 'T7',
  shows: ['POS-07'],
  judge(chronicle) {
    let soonest: ReturnType<typeof factsOf>[number] | undefined;
    for (const fact of factsOf(chronicle).toReversed()) {
      if (soonest !== undefined && soonest.answeredBy.endsAtMs < fact.causedBy.sentAtMs) {
        const words = `a position later than ${soonest.position}, which was answered before this request was sent`;
        return violated(words, soonest.answeredBy.exchange, fact.answeredBy.exchange);
      }
      if (soonest === undefined || fact.answeredBy.endsAtMs < soonest.answeredBy.endsAtMs) soonest = fact;
    }
    return pass;
  },
};

export const POSITIONS: readonly Statement[] = [
  positionsAreSpelledOnce,
  pagesAgreeWithHeaders,
  positionsNeverGoBack,
  onePositionHasOneState,
  positionsHaveOneTime,
  positionsFollowRealTime,
];
