/** Like `sample-mutations.ts`, for histories over rows of every kind. For tests. */

import type { Exchange } from '../member/exchange/exchange.ts';
import {
  at,
  errorCode,
  isFactual,
  isOk,
  isReplay,
  isWrite,
  json,
  pathOf,
  position,
  requestId,
  rows,
  status,
} from '../member/exchange/exchange.ts';
import { callerOf, organisationOf } from '../model/attempt.ts';
import { chronicleOf } from '../model/chronicle.ts';
import type { Row } from '../model/families.ts';
import { DOCUMENTS } from '../model/families.ts';
import { queryOf } from '../model/reading.ts';
import { rowName, sightedRows } from '../model/row-sightings.ts';
import { rowsOfPage } from '../model/rows-in.ts';
import { wholeAround } from '../model/statements/pages/t27-walks-at-rest-agree.ts';
import { subjectOf } from '../model/subject.ts';
import type { WalkedPage } from '../model/walked-pages.ts';
import { walkedPages } from '../model/walked-pages.ts';
import type { History } from '../runner/history.ts';
import { MISUSED_CURSORS } from '../sequence/reads.ts';
import type { Mutate, Mutation } from './sample-mutations.ts';
import { changed, eachExchange, refused } from './sample-mutations.ts';

const isGet = (e: Exchange): boolean => e.request.method === 'GET' && isOk(e);
const isFirstAnswer = (e: Exchange): boolean => isFactual(e) && !isReplay(e);

function withBody(e: Exchange, over: object): Exchange {
  return changed(e, { body: { ...(json(e) as object), ...over } });
}

function eachPage(of: (page: WalkedPage, history: History) => readonly object[] | undefined): Mutate {
  return (history) =>
    walkedPages(chronicleOf(history)).flatMap((page) => {
      const items = of(page, history);
      return items === undefined ? [] : [[withBody(page.exchange, { items })]];
    });
}

function before(history: History, e: Exchange, holds: (other: Exchange) => boolean): Exchange | undefined {
  return history.answered.findLast((other) => other.n < e.n && other.actor !== '' && holds(other));
}

function follows(e: Exchange, other: Exchange): boolean {
  return (position(e) ?? 0n) >= (position(other) ?? 0n) && e.n > other.n;
}

const isWhole = (page: WalkedPage): boolean => page.came === 'first' && page.next === undefined;

const documentLeftOut = eachPage((page) =>
  page.family === DOCUMENTS && isWhole(page) && page.rows.length > 1 ? rows(page.exchange).slice(1) : undefined,
);

/** Where a later read shows that the document before still awaits its verdict. */
const takenWhilePending: Mutate = (history) =>
  history.answered
    .filter((e) => errorCode(e) === 'CONFIG_PENDING' && isFirstAnswer(e))
    .flatMap((e) => {
      const path = pathOf(e).replace(/config$/, 'configs');
      const read = history.answered.find((other) => isGet(other) && pathOf(other) === path && follows(other, e));
      const last = read === undefined ? undefined : rows(read).at(-1);
      if (last?.['outcome'] !== 'STAGED') return [];
      return [[changed(e, { status: 200, body: { ...last, seq: Number(last['seq']) + 1 } })]];
    });

const documentRewritten = eachPage((page, history) => {
  const [first, ...rest] = rows(page.exchange);
  const key = page.rows[0]?.key;
  if (page.family !== DOCUMENTS || first === undefined || key === undefined) return undefined;
  const sighted = sightedRows(chronicleOf(history)).get(rowName(page.organisation, DOCUMENTS, key));
  return (sighted?.latest.length ?? 0) > 1 ? [{ ...first, document: 'another' }, ...rest] : undefined;
});

const isInstance = (e: Exchange): boolean => /^\/algos\/instances\/[0-9]+$/.test(pathOf(e));

const deletedRevives: Mutate = (history) =>
  history.answered
    .filter((e) => isGet(e) && isInstance(e) && at(e, 'status') === 'DELETED')
    .filter((e) => before(history, e, (other) => isOk(other) && pathOf(other) === `${pathOf(e)}/delete`) !== undefined)
    .map((e) => [withBody(e, { status: 'STOPPED' })]);

const haltMiscounts: Mutate = (history) =>
  history
    .of('POST /algos/halt')
    .filter((e) => isOk(e) && isFirstAnswer(e))
    .flatMap((e) => {
      const listed = before(
        history,
        e,
        (other) =>
          isGet(other) &&
          other.request.path === '/algos/instances' &&
          organisationOf(other.actor) === organisationOf(e.actor),
      );
      return listed === undefined ? [] : [[withBody(e, { count: Number(at(e, 'count')) + 1 })]];
    });

const rowsChangePlaces = eachPage(({ exchange, family }) => {
  const [first, second, ...rest] = rows(exchange);
  if (second === undefined || first === undefined || family.order !== 'ascending') return undefined;
  return [second, first, ...rest];
});

const rowBeforeOnceMore = eachPage(({ came, exchange }) =>
  came !== 'first' && came?.toward === 'next' ? [...rows(came.from.exchange).slice(-1), ...rows(exchange)] : undefined,
);

/** Changes pages whose whole collection another page shows. */
function besideWhole(of: (page: WalkedPage) => Exchange | undefined): Mutate {
  return (history) => {
    const chronicle = chronicleOf(history);
    return walkedPages(chronicle).flatMap((page) => {
      const whole = wholeAround(chronicle, page);
      const bad = whole === undefined || whole.shown === page.exchange ? undefined : of(page);
      return bad === undefined ? [] : [[bad]];
    });
  };
}

const firstRowLost = besideWhole(({ rows: { length }, exchange, came }) =>
  length > 1 && came !== undefined && (came === 'first' || came.toward === 'next')
    ? withBody(exchange, { items: rows(exchange).slice(1) })
    : undefined,
);

const rowsMiscounted = besideWhole(({ exchange }) => {
  const total = at(exchange, 'total');
  return typeof total === 'number' ? withBody(exchange, { total: total + 1 }) : undefined;
});

const portfolioLeftOut = eachPage((page, history) => {
  const [first] = page.rows;
  if (page.family.name !== 'portfolios' || !isWhole(page) || page.view !== 'latest' || first === undefined)
    return undefined;
  const sighted = sightedRows(chronicleOf(history)).get(rowName(page.organisation, page.family, first.key));
  const stood = sighted?.latest.some(
    ({ exchange, position: seenAt }) => exchange !== page.exchange && seenAt <= (page.position ?? 0n),
  );
  return stood === true ? rows(page.exchange).slice(1) : undefined;
});

const idTwice: Mutate = ({ answered }) =>
  answered.slice(1).flatMap((e, i) => {
    const id = answered[i] && requestId(answered[i]);
    return id === undefined ? [] : [[changed(e, { headers: { 'X-Request-Id': id } })]];
  });

const keyTwice: Mutate = ({ answered }) => {
  const made = answered.filter(
    (e) => isOk(e) && isFirstAnswer(e) && e.request.method === 'POST' && pathOf(e) === '/chain-policies',
  );
  return made.slice(1).flatMap((e) => [[withBody(e, { chainPolicyId: at(made[0] as Exchange, 'chainPolicyId') })]]);
};

const admittedWaits: Mutate = (history) =>
  history.answered
    .filter((e) => isGet(e) && pathOf(e) !== '/me' && e.actor === 'admin')
    .flatMap((e) => {
      const known = before(history, e, (other) => other.actor === 'admin' && pathOf(other) === '/me');
      const served = before(history, e, (other) => other.actor === 'admin' && isGet(other) && pathOf(other) !== '/me');
      return known === undefined || served === undefined ? [] : [[refused(e, 403, 'AWAITING_ADMISSION')]];
    });

/** For a caller who read /me before, under a key that only they used. */
const deniedThough: Mutate = (history) => {
  const chronicle = chronicleOf(history);
  return chronicle.keys.flatMap(({ attempts: [first, ...others] }) => {
    const e = first.exchange;
    if (
      !isOk(e) ||
      status(e) === 202 ||
      pathOf(e) !== '/orders' ||
      others.some(({ caller }) => caller !== first.caller)
    )
      return [];
    const asked = before(history, e, (other) => pathOf(other) === '/me' && callerOf(other) === first.caller);
    return asked === undefined ? [] : [[changed(e, { status: 403, body: refusalBody('CAPABILITY_DENIED') })]];
  });
};

function refusalBody(code: string): object {
  return { error: { code, message: code, requestId: '', retryable: false } };
}

/** Right after its proposal, with no other write in between. */
const ownProposalApproved: Mutate = (history) =>
  history.answered
    .filter((e) => errorCode(e) === 'SELF_APPROVAL' && isFirstAnswer(e))
    .flatMap((e) => {
      const path = pathOf(e).replace(/\/approve$/, '');
      const key = path.slice(path.lastIndexOf('/') + 1);
      const isOfRow = (other: Exchange) =>
        isWrite(other) &&
        isOk(other) &&
        isFirstAnswer(other) &&
        (pathOf(other).startsWith(path) || made(other) === key);
      const last = before(history, e, isOfRow);
      const proposes =
        last !== undefined && (last.request.method === 'PUT' || made(last) === key) && last.actor === e.actor;
      const answered = proposes
        ? history.answered.filter(
            (other) => other.request.body === last.request.body && pathOf(other) === pathOf(last) && isWrite(other),
          )
        : [];
      return answered.some((other) => callerOf(other) !== callerOf(e)) || !proposes
        ? []
        : [[changed(e, { status: 200, body: json(last) })]];
    });

/** The key of the row that a creation made. */
function made(e: Exchange): string | undefined {
  const subject = subjectOf(e);
  return subject?.kind === 'create' ? `${at(e, subject.family.key[0] ?? '')}` : undefined;
}

const grantsMore: Mutate = (history) =>
  history.answered
    .filter((e) => isGet(e) && pathOf(e) === '/me' && callerOf(e) !== e.actor)
    .flatMap((e) => {
      const put = before(
        history,
        e,
        (other) =>
          other.request.method === 'PUT' && isOk(other) && pathOf(other).startsWith('/users/') && follows(e, other),
      );
      const capabilities = [...(at(e, 'capabilities') as string[]), 'more:than'];
      return put === undefined ? [] : [[withBody(e, { capabilities })]];
    });

const executionChanges: Mutate = ({ answered }) => {
  const shown = answered.filter((e) => isGet(e) && pathOf(e) === '/executions' && rowsOfPage(e).length > 0);
  return shown.slice(1).map((e) => [withBody(e, { items: rows(e).map((row) => ({ ...row, price: '9' })) })]);
};

function eachRow(holds: (e: Exchange) => boolean, over: (row: Row) => object): Mutate {
  return ({ answered }) =>
    answered
      .filter((e) => holds(e) && rows(e).length > 0)
      .map((e) => [withBody(e, { items: rows(e).map((row) => ({ ...row, ...over(row) })) })]);
}

export const RECORD_MUTATIONS: readonly Mutation[] = [
  { breaks: 'T19', story: 'a document is left out', mutate: documentLeftOut },
  { breaks: 'T20', story: 'a document is accepted while another waits', mutate: takenWhilePending },
  { breaks: 'T21', story: 'a document has another text', mutate: documentRewritten },
  { breaks: 'T22', story: 'a deleted instance is stopped', mutate: deletedRevives },
  { breaks: 'T23', story: 'a halt counts one more', mutate: haltMiscounts },
  { breaks: 'T24', story: 'two rows exchange their places', mutate: rowsChangePlaces },
  { breaks: 'T25', story: 'a page lacks a portfolio', mutate: portfolioLeftOut },
  { breaks: 'T26', story: 'a page begins with the row before it', mutate: rowBeforeOnceMore },
  { breaks: 'T27', story: 'a page lacks a row that the whole collection has', mutate: firstRowLost },
  {
    breaks: 'T28',
    story: 'a cursor of another collection is served',
    mutate: eachExchange((e) =>
      e.label === MISUSED_CURSORS.collection && status(e) === 400
        ? changed(e, { status: 200, body: { items: [] } })
        : undefined,
    ),
  },
  { breaks: 'T29', story: 'a total is one too many', mutate: rowsMiscounted },
  { breaks: 'T30', story: 'two answers have one request id', mutate: idTwice },
  {
    breaks: 'T31',
    story: 'a code has another status',
    mutate: eachExchange((e) => (errorCode(e) === 'CAPABILITY_DENIED' ? changed(e, { status: 409 }) : undefined)),
  },
  {
    breaks: 'T32',
    story: 'a recorded refusal is retryable',
    mutate: eachExchange((e) =>
      isFactual(e) && !isOk(e) ? withBody(e, { error: { ...(at(e, 'error') as object), retryable: true } }) : undefined,
    ),
  },
  {
    breaks: 'T33',
    story: 'a busy member gives no Retry-After',
    mutate: eachExchange((e) => (isGet(e) ? refused(e, 503, 'NOT_PRIMED') : undefined)),
  },
  {
    breaks: 'T34',
    story: 'an amount has another value',
    mutate: (history) =>
      chronicleOf(history).keys.flatMap(({ attempts: [{ exchange: e }, ...others] }) =>
        isOk(e) &&
        status(e) !== 202 &&
        pathOf(e) === '/chain-policies' &&
        others.every((o) => o.exchange.request.body === e.request.body)
          ? [[withBody(e, { maxTransferAmount: '7777' })]]
          : [],
      ),
  },
  { breaks: 'T35', story: 'a policy has the id of another', mutate: keyTwice },
  {
    breaks: 'T36',
    story: 'an order names neither a user nor an instance',
    mutate: eachRow(
      (e) => isGet(e) && pathOf(e) === '/orders',
      () => ({ userId: 0, algoInstanceId: null }),
    ),
  },
  { breaks: 'T38', story: 'an admitted user awaits admission again', mutate: admittedWaits },
  { breaks: 'T39', story: 'a user who holds the capability is denied', mutate: deniedThough },
  { breaks: 'T40', story: 'a proposal is approved by its proposer', mutate: ownProposalApproved },
  { breaks: 'T41', story: 'a user holds more than was set', mutate: grantsMore },
  {
    breaks: 'T42',
    story: 'a balance is null',
    mutate: eachRow(
      (e) => isGet(e) && pathOf(e) === '/account-balances' && queryOf(e, 'cursor') === undefined,
      () => ({ held: null }),
    ),
  },
  { breaks: 'T43', story: 'an execution has another price', mutate: executionChanges },
];
