import type { Exchange } from '../../client/exchange.ts';
import { isOk, status } from '../../client/exchange.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import type { RouteKind } from '../../contract/routes.ts';
import { judgedBy, OF_A_REFUSAL, OF_EVERY_ANSWER, OF_THE_DOOR } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { lacksItsSurface } from '../../rules/lacking.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { everyPlace } from '../../scenes/every-read.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';

type ReadKind = Exclude<RouteKind, 'write' | 'ticket'>;

/** Names are matched as they are written (decision A17); what a page takes, a row does not (QRY-02). */
const NOT_TAKEN: Readonly<Record<ReadKind, readonly [RequirementId, ...string[]]>> = {
  page: ['QRY-01', 'Limit=1', 'limit=1&nonsense=1'],
  row: ['QRY-02', 'limit=1', 'view=latest&nonsense=1'],
  me: ['QRY-03', 'view=latest'],
  operation: ['QRY-03', 'view=latest'],
};

/** An escape that is none, and one that is not UTF-8: the name of the parameter reads. */
const UNREADABLE = ['view=%zz', 'view=%ff'];

const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' } as const;

function judged(history: History, e: Exchange): readonly Blamed[] {
  if (lacksItsSurface(e)) return [];
  const [, id] = /^(QRY-0[123]|ERR-18)$/.exec(e.label ?? '') ?? [];
  // Before 0.13.0 a read ignores what it does not take (VER-07), and the row may be gone by then: that is no refusal of the door.
  const isOwed = id === undefined || id === 'ERR-18' || history.since('0.13.0');
  if (!isOwed && (isOk(e) || status(e) === 404)) return [];
  return [
    ...judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [] : [OF_A_REFUSAL, OF_THE_DOOR])),
    ...(id === undefined ? [] : ([[id as RequirementId, expects(e, MALFORMED)]] as const)),
  ];
}

export const everyReadIsRefusedAtTheDoor = check({
  id: 'surface/every-read-is-refused-at-the-door',
  proves: [
    ...(['QRY-01', 'QRY-02', 'QRY-03', 'ERR-18', 'POS-04'] as const),
    ...(['RID-01', 'RID-02', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every read refuses a parameter that it does not take and a query that does not decode, and every route a caller without a token, by the rules of all refusals',
  needs: ['trader'],

  async drive({ trader, anonymous, target, freshKey }) {
    const named = () => ({ headers: { 'X-Request-Id': freshKey() } });
    const places = (await everyPlace(trader, target)).filter(({ isHeld }) => isHeld);
    const reads = places.map(async ({ route, path }) => {
      const [id, ...queries] = NOT_TAKEN[route.kind as ReadKind];
      for (const query of queries) await trader.get(path, { query, label: id, ...named() });
      for (const query of UNREADABLE) await trader.get(path, { query, label: 'ERR-18', ...named() });
    });
    await Promise.all(reads);
    await requestEveryRoute(anonymous, { target, freshKey }, { label: 'nobody' });
  },

  judge: (history) =>
    allBlamed(
      history,
      history.exchanges.filter(({ label }) => label !== null).flatMap((e) => judged(history, e)),
    ),
});
