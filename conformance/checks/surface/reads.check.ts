/** Every route that reads: what it answers, and what it refuses, by the rules of all answers. */

import type { RequirementId } from '../../contract/requirements.ts';
import { kindOf, type RouteKind } from '../../contract/routes.ts';
import { type Exchange, isOk, status } from '../../member/exchange/exchange.ts';
import {
  judgedBy,
  OF_A_BODY,
  OF_A_PAGE,
  OF_A_REFUSAL,
  OF_EVERY_ANSWER,
  OF_STATE,
  OF_THE_DOOR,
} from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { lacksItsSurface } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { differs, pass, unseen } from '../../runner/judgement.ts';
import { everyPlace, heldNames, heldPlaces, placeNames } from '../../scenes/every-read.ts';
import { requestEveryRoute, routeNames } from '../../scenes/every-route.ts';

/** One character too short, and one too long (8 to 128). */
const OTHER_IDS = ['seven77', 'a'.repeat(129)];

const isServed = (e: Exchange) => status(e) === 404 || isOk(e);

function judgedRead(e: Exchange, isHeld: boolean, isPage: boolean): readonly Blamed[] {
  const ofState = isServed(e) ? judgedBy(e, OF_STATE) : [];
  if (isHeld)
    return [
      ...judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [OF_A_BODY, ...(isPage ? [OF_A_PAGE] : [])] : [])),
      ...ofState,
    ];
  const notFound = expects(e, { status: 404, code: 'NOT_FOUND' });
  return [...judgedBy(e, OF_EVERY_ANSWER, OF_A_REFUSAL), ...ofState, ['ERR-09', notFound]];
}

/** Whatever its X-Request-Id, a request is served alike (RID-03). */
function judgedOther(history: History, e: Exchange): readonly Blamed[] {
  const first = history.exchanges.find(({ label, request }) => label !== 'other' && request.path === e.request.path);
  const isServedAlike =
    first === undefined || status(first) === status(e)
      ? pass
      : differs('the request served whatever its X-Request-Id', first, e);
  return [...judgedBy(e, OF_EVERY_ANSWER), ['RID-03', isServedAlike]];
}

/** Rows of these have orders' ids and money, whatever the world is. */
const OF_TRADING = /^GET \/(orders|executions)\b/;

function shownByARead(name: string): readonly RequirementId[] {
  const ofAny = ['RID-01', 'RID-02', 'RID-03', 'POS-01', 'POS-02', 'AUTH-13'] as const;
  const kind = kindOf(name);
  if (kind === undefined) return [...ofAny, 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-09', 'ERR-11'];
  return [
    ...ofAny,
    'MON-16',
    ...(kind === 'page' ? (['POS-06', 'PAGE-01'] as const) : []),
    ...(OF_TRADING.test(name) ? (['ID-01', 'ID-02', 'ID-03', 'MON-15'] as const) : []),
  ];
}

/** The rules of all answers, on every route that reads. */
export const everyReadKeepsTheRules = check({
  id: 'surface/every-read-keeps-the-rules',
  proves: [
    ...(['RID-01', 'RID-02', 'RID-03', 'POS-01', 'POS-02', 'POS-06', 'PAGE-01'] as const),
    ...(['ID-01', 'ID-02', 'ID-03', 'MON-15', 'MON-16', 'AUTH-13'] as const),
    ...(['ERR-01', 'ERR-02', 'ERR-03', 'ERR-09', 'ERR-11', 'ERR-15'] as const),
  ],
  title:
    'every page, every row, GET /me, an operation and the 404 of every row keep the rules of all answers: request id, position, time, envelope, ids and money as strings',
  needs: ['trader'],
  cases: { of: 'reads', names: placeNames, shows: shownByARead },

  async drive(scene) {
    const { trader, freshKey } = scene;
    const reads = (await everyPlace(trader, scene)).map(async ({ route, path, query = {}, isHeld }) => {
      const label = isHeld ? `held ${route.kind}` : 'absent';
      await trader.get(path, { query, label, headers: { 'X-Request-Id': freshKey() } });
      for (const id of OTHER_IDS) await trader.get(path, { query, label: 'other', headers: { 'X-Request-Id': id } });
    });
    await Promise.all(reads);
  },

  judge(history) {
    const held = history.exchanges.filter(({ label }) => label?.startsWith('held'));
    // A collection may have no row, and a member not the surface.
    if (held.length === 0 && history.maybe('absent') === undefined) return unseen;
    return allBlamed(history, [
      ...held.flatMap((e) => judgedRead(e, true, e.label === 'held page')),
      ...history.labelled('absent').flatMap((e) => judgedRead(e, false, false)),
      ...history.labelled('other').flatMap((e) => judgedOther(history, e)),
    ]);
  },
});

type ReadKind = Exclude<RouteKind, 'write' | 'ticket'>;

/** Names are matched exactly (decision A17); a row does not take the parameters of a page (QRY-02). */
const NOT_TAKEN: Readonly<Record<ReadKind, readonly [RequirementId, ...string[]]>> = {
  page: ['QRY-01', 'Limit=1', 'limit=1&nonsense=1'],
  row: ['QRY-02', 'limit=1', 'view=latest&nonsense=1'],
  me: ['QRY-03', 'view=latest'],
  operation: ['QRY-03', 'view=latest'],
};

/** A malformed escape, and one that is not UTF-8; the parameter's name can be read. */
const UNREADABLE = ['view=%zz', 'view=%ff'];

const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' } as const;

function judgedAtTheDoor(history: History, e: Exchange): readonly Blamed[] {
  if (lacksItsSurface(e)) return [];
  const [, id] = /^(QRY-0[123]|ERR-18)$/.exec(e.label ?? '') ?? [];
  // Before 0.13.0 a read ignores unknown parameters (VER-07): a 404 is then of a deleted row, not a refusal at the door.
  const isOwed = id === undefined || id === 'ERR-18' || history.since('0.13.0');
  if (!isOwed && (isOk(e) || status(e) === 404)) return [];
  return [
    ...judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [] : [OF_A_REFUSAL, OF_THE_DOOR])),
    ...(id === undefined ? [] : ([[id as RequirementId, expects(e, MALFORMED)]] as const)),
  ];
}

const withoutToken = (name: string) => `${name}, no token`;

function shownAtTheDoor(name: string): readonly RequirementId[] {
  const ofAny = ['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'POS-04', 'AUTH-13'] as const;
  const kind = kindOf(name);
  return kind === undefined ? ofAny : [...ofAny, 'RID-02', 'ERR-18', NOT_TAKEN[kind as ReadKind][0]];
}

/** What the door refuses, on every route that reads, and without a token on every route. */
export const everyReadIsRefusedAtTheDoor = check({
  id: 'surface/every-read-is-refused-at-the-door',
  proves: [
    ...(['QRY-01', 'QRY-02', 'QRY-03', 'ERR-18', 'POS-04'] as const),
    ...(['RID-01', 'RID-02', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every read refuses a parameter that it does not take and a query that does not decode, and every route a caller without a token, by the rules of all refusals',
  needs: ['trader'],

  cases: {
    of: 'requests',
    names: (reach) => [...heldNames(reach), ...routeNames(reach).map(withoutToken)],
    shows: shownAtTheDoor,
  },

  async drive(scene) {
    const { trader, anonymous, freshKey, takes } = scene;
    const named = () => ({ headers: { 'X-Request-Id': freshKey() } });
    const reads = (await heldPlaces(trader, scene)).map(async ({ route, path }) => {
      const [id, ...queries] = NOT_TAKEN[route.kind as ReadKind];
      for (const query of queries) await trader.get(path, { query, label: id, ...named() });
      for (const query of UNREADABLE) await trader.get(path, { query, label: 'ERR-18', ...named() });
    });
    await Promise.all(reads);
    const asked = { ...scene, takes: (name: string) => takes(withoutToken(name)) };
    await requestEveryRoute(anonymous, asked, { label: 'anonymous' });
  },

  judge(history) {
    const judged = history.exchanges.filter(({ label }) => label !== null);
    if (judged.length === 0) return unseen;
    return allBlamed(
      history,
      judged.flatMap((e) => judgedAtTheDoor(history, e)),
    );
  },
});
