/** Known-bad changes to a valid history, each for the statement that must find it. For tests. */

import type { Exchange, HeaderLines } from '../member/exchange/exchange.ts';
import { at, header, isOk, isReplay, json, keyOf, pathOf, position, status } from '../member/exchange/exchange.ts';
import type { Attempt } from '../model/attempt.ts';
import { overlaps, precedes } from '../model/attempt.ts';
import type { Chronicle, KeyStory } from '../model/chronicle.ts';
import { chronicleOf } from '../model/chronicle.ts';
import type { Row } from '../model/families.ts';
import { ORDERS } from '../model/families.ts';
import { operationReads } from '../model/operation-read.ts';
import { rangeOf } from '../model/page-range.ts';
import { factsOf } from '../model/recorded-fact.ts';
import { isIdentical, isKeyReused } from '../model/same-request.ts';
import { walkedPages } from '../model/walked-pages.ts';
import type { History } from '../runner/history.ts';

export const POSITION = 'X-Service-Global-Sequence';
const AS_OF = 'X-Service-As-Of-Seq-Ts';
const REPLAY = 'Idempotent-Replay';

/**
 * Every place where the change applies, as the changed exchanges of that place; an exchange with a new `n` is added.
 */
export type Mutate = (history: History) => readonly (readonly Exchange[])[];

export interface Mutation {
  readonly breaks: `T${number}`;
  readonly story: string;
  readonly mutate: Mutate;
}

interface Changed {
  readonly status?: number;
  readonly body?: unknown;
  /** null: removed. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export function changed(e: Exchange, { status: code, body, headers = {} }: Changed): Exchange {
  if (e.response === null) return e;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = e.response.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  const set = Object.entries(headers).filter((line): line is [string, string] => line[1] !== null);
  const lines: HeaderLines = [...kept, ...set];
  const text = body === undefined ? e.response.body : JSON.stringify(body);
  return { ...e, response: { status: code ?? e.response.status, headers: lines, body: text } };
}

export function refused(e: Exchange, code: number, reason: string): Exchange {
  const headers = { [POSITION]: null, [AS_OF]: null, [REPLAY]: null };
  return changed(e, { status: code, headers, body: { error: { code: reason, message: '', retryable: false } } });
}

export function eachExchange(of: (e: Exchange) => Exchange | undefined): Mutate {
  return ({ answered }) => answered.flatMap((e) => of(e) ?? []).map((e) => [e]);
}

function eachStory(of: (story: KeyStory, chronicle: Chronicle) => readonly (Exchange | undefined)[]): Mutate {
  return (history) => {
    const chronicle = chronicleOf(history);
    return chronicle.keys.flatMap((story) => of(story, chronicle)).flatMap((e) => (e === undefined ? [] : [[e]]));
  };
}

const isPage = (e: Exchange): boolean => pathOf(e) === '/orders' && e.request.method === 'GET' && isOk(e);

/** The later of two consecutive reads that served a position above 1. */
const positionGoesBack: Mutate = ({ answered }) => {
  const reads = answered.filter((e) => isOk(e) && header(e, AS_OF) !== undefined && (position(e) ?? 0n) > 1n);
  return reads.slice(1).map((e) => [changed(e, { headers: { [POSITION]: '1', [AS_OF]: '1000' } })]);
};

/** The same page again, with a new number and an additional row. */
const anotherState: Mutate = ({ answered, exchanges }) =>
  answered
    .filter((e) => isPage(e) && position(e) !== undefined)
    .map((e) => {
      const items = [{ orderId: '1', clientOrderId: 'nobody' }, ...(at(e, 'items') as unknown[])];
      return [{ ...changed(e, { body: { ...(json(e) as object), items } }), n: exchanges.length + 1 }];
    });

const anotherTime: Mutate = ({ answered }) => {
  const reads = answered.filter((e) => isOk(e) && header(e, AS_OF) !== undefined);
  const shared = reads.filter((e) => reads.some((other) => other !== e && position(other) === position(e)));
  return shared.map((e) => [changed(e, { headers: { [AS_OF]: `${Number(header(e, AS_OF)) + 1}` } })]);
};

/** Exchanges the positions of two facts, of which one was answered before the other was requested. */
const factsChangePlaces: Mutate = (history) => {
  const facts = factsOf(chronicleOf(history));
  return facts.flatMap((early) =>
    facts
      .filter((late) => precedes(early.answeredBy, late.causedBy))
      .map((late) => {
        const [from, to] = [`${early.position}`, `${late.position}`];
        const moved = (story: KeyStory, place: string) =>
          story.judged.map(({ exchange }) => changed(exchange, { headers: { [POSITION]: place } }));
        return [...moved(early.story, to), ...moved(late.story, from)];
      }),
  );
};

function isOwn(history: History): (row: Readonly<Record<string, unknown>>) => boolean {
  const keys = new Set(chronicleOf(history).attempts.map(({ key }) => key));
  return (row) => keys.has(`${row['clientOrderId']}`);
}

/** A row at an edge beyond which there are more rows may also be on the next page: it is not left out. */
const rowLeftOut: Mutate = (history) => {
  const own = isOwn(history);
  return walkedPages(chronicleOf(history))
    .filter(({ family }) => family === ORDERS)
    .flatMap((page) => {
      const { below, above } = rangeOf(page) ?? {};
      return page.rows
        .filter(({ place = 0n, row }) => own(row) && place + 1n !== below && place - 1n !== above)
        .map(({ key: left }) => {
          const items = (at(page.exchange, 'items') as { orderId: string }[]).filter(({ orderId }) => orderId !== left);
          return [changed(page.exchange, { body: { ...(json(page.exchange) as object), items } })];
        });
    });
};

/** An order that was read before, in a state that no write left. */
const rowOfNobody: Mutate = (history) =>
  history.answered
    .filter(
      (e) =>
        /^GET \/orders\/[0-9]+$/.test(`${e.request.method} ${pathOf(e)}`) && isOk(e) && isOwn(history)(json(e) as Row),
    )
    .map((e) => [changed(e, { body: { ...(json(e) as object), qty: '77' } })]);

const orderTwice: Mutate = (history) => {
  const own = isOwn(history);
  return history.answered.filter(isPage).flatMap((e) => {
    const [first, ...rest] = at(e, 'items') as { orderId: string }[];
    if (first === undefined || !own(first)) return [];
    const again = { ...first, orderId: `${BigInt(first.orderId) + 1n}` };
    return [[changed(e, { body: { ...(json(e) as object), items: [again, first, ...rest] } })]];
  });
};

const replayedAnew = (attempt: Attempt): Exchange =>
  changed(attempt.exchange, { body: { ...(json(attempt.exchange) as object), qty: '7' } });

/** Retries by one user only: no other user has used the key in between. */
function laterRetries(story: KeyStory, of: (first: Attempt) => boolean): readonly Attempt[] {
  const first = story.attempts.find((attempt) => attempt.outcome.kind === 'judged' && of(attempt));
  if (first === undefined) return [];
  return story.attempts.filter(
    (retry) => isIdentical(retry, first) && precedes(first, retry) && isReplay(retry.exchange),
  );
}

export const MUTATIONS: readonly Mutation[] = [
  {
    breaks: 'T1',
    story: 'a position has a leading zero',
    mutate: eachExchange((e) => {
      const place = header(e, POSITION);
      return place === undefined ? undefined : changed(e, { headers: { [POSITION]: `0${place}` } });
    }),
  },
  {
    breaks: 'T2',
    story: 'a page names a position that its header does not',
    mutate: eachExchange((e) =>
      isPage(e) ? changed(e, { body: { ...(json(e) as object), globalSequence: '999' } }) : undefined,
    ),
  },
  { breaks: 'T3', story: 'a read is at the first position again', mutate: positionGoesBack },
  { breaks: 'T4', story: 'a page shows another state at the same position', mutate: anotherState },
  { breaks: 'T5', story: 'a position has another time', mutate: anotherTime },
  {
    breaks: 'T6',
    story: 'a replay has a position of its own',
    mutate: eachStory((story) =>
      story.judged.slice(1).map(({ exchange }) => changed(exchange, { headers: { [POSITION]: '999' } })),
    ),
  },
  { breaks: 'T7', story: 'two facts exchange their positions', mutate: factsChangePlaces },
  { breaks: 'T8', story: 'an order is in a state that no write left', mutate: rowOfNobody },
  { breaks: 'T25', story: 'a page lacks an order', mutate: rowLeftOut },
  { breaks: 'T11', story: 'a key has a second order', mutate: orderTwice },
  {
    breaks: 'T12',
    story: 'a replay has another quantity',
    mutate: eachStory((story) =>
      story.judged.filter((a) => isReplay(a.exchange) && isOk(a.exchange)).map(replayedAnew),
    ),
  },
  {
    breaks: 'T13',
    story: 'a replay has no replay flag',
    mutate: eachStory((story) =>
      laterRetries(story, () => true).map(({ exchange }) => changed(exchange, { headers: { [REPLAY]: null } })),
    ),
  },
  {
    breaks: 'T13',
    story: 'a first answer has the replay flag',
    mutate: eachStory(({ attempts: [first, ...others] }) =>
      first.outcome.kind === 'judged' && others.every((other) => precedes(first, other))
        ? [changed(first.exchange, { headers: { [REPLAY]: 'true' } })]
        : [],
    ),
  },
  {
    breaks: 'T14',
    story: 'a spent key is refused at the door',
    mutate: eachStory((story) =>
      laterRetries(story, ({ exchange }) => !isOk(exchange)).map(({ exchange }) =>
        refused(exchange, 422, 'INVALID_FIELD'),
      ),
    ),
  },
  {
    breaks: 'T15',
    story: 'a bound key is refused at the door for another use',
    mutate: eachStory(({ attempts }) => {
      const bound = attempts.find(({ outcome }) => outcome.kind === 'judged');
      const others = attempts.filter(
        (a) => isKeyReused(a) && bound !== undefined && a.use !== bound.use && precedes(bound, a),
      );
      return others.map(({ exchange }) => refused(exchange, 422, 'INVALID_FIELD'));
    }),
  },
  {
    breaks: 'T16',
    story: 'a retry in flight is refused at the door',
    mutate: eachStory(({ attempts }) =>
      attempts
        .filter((a) =>
          attempts.some((b) => b !== a && isIdentical(a, b) && overlaps(a, b) && b.outcome.kind === 'promised'),
        )
        .map(({ exchange }) => refused(exchange, 409, 'IDEMPOTENCY_KEY_REUSED')),
    ),
  },
  {
    breaks: 'T17',
    story: 'a promised operation is unknown',
    mutate: (history) =>
      operationReads(chronicleOf(history))
        .filter(({ exchange, key }) =>
          history.answered.some(
            (e) =>
              status(e) === 202 && keyOf(e) === key && e.actor === exchange.actor && e.answeredAtMs < exchange.sentAtMs,
          ),
        )
        .map(({ exchange }) => [refused(exchange, 404, 'UNKNOWN_OPERATION')]),
  },
  {
    breaks: 'T18',
    story: 'a key that was refused at the door has a record',
    mutate: (history) =>
      operationReads(chronicleOf(history))
        .filter(({ exchange, key }) => status(exchange) === 404 && !history.unanswered.some((e) => keyOf(e) === key))
        .map(({ exchange }) => [changed(exchange, { status: 200, body: { outcome: { status: 'SUCCEEDED' } } })]),
  },
];
