/** The rules of every refusal, including the busy answers of the whole run, and final refusals of owners and ceilings. */
import { ABSENT_ID, ABSENT_KEY } from '../../contract/register.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { routeOf } from '../../contract/route-requirements.ts';
import {
  type Exchange,
  errorCode,
  isFactual,
  isOk,
  pathOf,
  retryable,
  textAt,
} from '../../member/exchange/exchange.ts';
import { metLabel } from '../../member/exchange/met-answers.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { isStatedWithin } from '../../member/exchange/retry-after.ts';
import {
  hasAMessage,
  hasItsPublishedStatus,
  hasTheEnvelope,
  isRetryableByTheRules,
  keepsTheRules,
  namesItsRequest,
  RULED,
  refusalsOf,
  statesWhenToRetry,
} from '../../rules/refusal-rules.ts';
import { type CheckOfTable, check, checks, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachOf,
  eachPart,
  evenIfBusy,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { oversizeHead } from '../../scenes/oversize-head.ts';

const REFUSAL_NEEDS = ['trader', 'account', 'instrument', 'writes'] as const;

type Refusing = Scene<(typeof REFUSAL_NEEDS)[number]>;

const named = (freshKey: () => string) => ({ headers: { 'X-Request-Id': freshKey() } });

/** Refusals of every kind that ordinary credentials can bring about on any member, and that trade nothing. */
const REFUSALS: Readonly<Record<string, (scene: Refusing) => Promise<unknown>>> = {
  'no token': ({ anonymous }) => anonymous.get('/me'),
  'a wrong token': ({ trader }) => trader.get('/me', { token: 'no-token-of-anyone' }),
  'an unknown path': ({ trader, freshKey }) => trader.get(`/no-such-path-${freshKey()}`),
  'another method': ({ trader }) => trader.request({ method: 'PATCH', path: '/orders' }),
  'an unknown parameter': ({ trader }) => trader.get('/orders', { query: { nonsense: 1 } }),
  'a made-up cursor': ({ trader, freshKey }) =>
    trader.get('/orders', { query: { cursor: 'nonsense' }, ...named(freshKey) }),
  'an absent order': ({ trader }) => trader.get(`/orders/${ABSENT_ID}`),
  'an absent execution': ({ trader, freshKey }) => trader.get(`/executions/${ABSENT_ID}`, named(freshKey)),
  'an unknown operation': ({ trader, freshKey }) => trader.get(`/operations/${freshKey()}`),
  'no key': ({ trader, order }) => trader.request({ method: 'POST', path: '/orders', body: order() }),
  'no JSON': ({ trader, freshKey }) =>
    trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey() }),
  'malformed money': ({ trader, order }) => trader.submit(order({ price: 'nonsense' })),
  'an unknown account': ({ trader, order, freshKey }) =>
    trader.submit(order({ accountId: undefined, account: `no such account ${freshKey()}` })),
  'an unknown instrument': ({ trader, order, freshKey }) =>
    trader.submit(order({ instrumentId: undefined, instrument: `NO-SUCH-${freshKey()}` })),
  'a cancel of an absent order': ({ trader }) => trader.cancel(ABSENT_ID),
  async 'an owner, a retry and another use of the key'({ trader, order, freshKey }) {
    const key = freshKey();
    const refused = order({ price: FINER_THAN_ANY_GRID });
    await trader.submit(refused, { key, ...named(freshKey) });
    await trader.submit(refused, { key });
    await trader.cancel(ABSENT_ID, { key });
  },
  'an oversize body': ({ trader, freshKey }) => trader.raw(oversizeHead('POST /orders', freshKey(), '<token>')),
};

export const rulesOfRefusals = checks(
  'err',
  {
    'refusal-envelope': {
      proves: 'ERR-01',
      title: 'every refusal is {error:{code,message,requestId,retryable}} in JSON',
      rule: hasTheEnvelope,
    },
    'refusal-names-its-request': {
      proves: 'ERR-02',
      title: "error.requestId equals the response's X-Request-Id on every refusal",
      rule: namesItsRequest,
    },
    'refusal-has-a-message': {
      proves: 'ERR-03',
      title: 'message is a non-empty string on every refusal',
      rule: hasAMessage,
    },
    'other-refusals-are-final': {
      proves: 'ERR-11',
      title: 'retryable is false for every refusal except 429, 503 and INTERRUPTED',
      rule: isRetryableByTheRules,
    },
  },
  ({ rule }: CheckOfTable & { readonly rule: (e: Exchange) => Judgement }) => ({
    needs: REFUSAL_NEEDS,
    cases: { of: 'refusals', names: () => Object.keys(REFUSALS) },
    async drive(scene) {
      for (const [name, refused] of Object.entries(REFUSALS)) if (scene.takes(name)) await refused(scene);
    },
    judge: (history) => eachOf(refusalsOf(history), rule),
  }),
);

export const refusedCallersKeepTheRules = check({
  id: 'err/refused-callers-are-told-by-the-rules',
  proves: RULED,
  title: 'refusals of a caller keep the rules of all refusals: envelope, message, request id, retryable',
  needs: ['awaiting', 'disabled', 'suspended', 'viewer', 'account', 'instrument', 'writes'],

  async drive({ awaiting, disabled, suspended, viewer, order }) {
    for (const caller of [awaiting, disabled, suspended]) {
      await caller.get('/orders');
      await caller.submit(order({ price: FINER_THAN_ANY_GRID }));
    }
    // By the owner, for want of orders:trade.
    await viewer.submit(order({ price: FINER_THAN_ANY_GRID }));
  },

  judge: (history) => eachOf(refusalsOf(history), keepsTheRules),
});

export const ownerRefusalsAreFinal = check({
  id: 'err/owner-refusals-are-final',
  proves: ['ERR-15'],
  title: "a record owner's refusal is retryable false, whatever its status, first and replayed",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const refused = [{ price: FINER_THAN_ANY_GRID }, { qty: FINER_THAN_ANY_GRID }, { instrumentId: ABSENT_KEY }];
    for (const over of refused) {
      const key = freshKey();
      await trader.submit(order(over), { key });
      await trader.submit(order(over), { key });
    }
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => isFactual(e) && !isOk(e)),
      (e) => (retryable(e) === false ? pass : violated("retryable false: it is its key's recorded answer", e)),
    ),
});

/** More than any ceiling that is tight. */
const MOST = 12;

/** The ceiling is of a minute; one second for rounding. */
const LONGEST_S = 61;

export const rateCeilingIsFinal = check({
  id: 'err/rate-ceiling-is-final',
  proves: ['ERR-15', 'ERR-10'],
  title: "the organisation's ceiling answers 429 RATE_CEILING with retryable false: a recorded refusal",
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'control', 'writes'],
  busy: 'judged',

  async drive({ throttled, order, fixtures }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    for (let i = 0; i < MOST; i += 1) {
      const submitted = await throttled.submit(body, { label: 'submitted' });
      if (!isOk(submitted)) return;
      // So that no cap on open orders is met first.
      await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
    }
  },

  judge(history) {
    const ceiling = history.labelled('submitted').find((e) => errorCode(e) === 'RATE_CEILING');
    if (ceiling === undefined) return inconclusive(`the ceiling was not met within ${MOST} orders`);
    const isWithin = isStatedWithin(ceiling, Number.NEGATIVE_INFINITY, LONGEST_S);
    return allOf(
      blaming(expects(ceiling, { status: 429, retryable: false, position: 'present' }), 'ERR-15'),
      blaming(
        isWithin ? pass : violated(`Retry-After of at most ${LONGEST_S} seconds: the ceiling is of a minute`, ceiling),
        'ERR-10',
      ),
    );
  },
});

/** The requirement that states when each code is answered. */
const OF_CODES: Readonly<Record<string, RequirementId>> = {
  INBOX_FULL: 'ERR-16',
  IN_FLIGHT_FULL: 'ERR-16',
  NOT_SERVING: 'ERR-14',
  OWNER_ABSENT: 'ERR-21',
  NOT_PRIMED: 'AUTH-08',
  INTAKE_UNAVAILABLE: 'ERR-13',
  BALANCES_UNAVAILABLE: 'ERR-12',
  ALGOS_UNAVAILABLE: 'ERR-12',
  TICKETS_UNAVAILABLE: 'ERR-12',
  RATE_CEILING: 'POL-04',
};

function requirementOf(e: Exchange): RequirementId {
  const code = errorCode(e) ?? '';
  if (code === 'RATE_LIMITED') return pathOf(e) === '/v1/ws-tickets' ? 'TKT-06' : 'CRED-11';
  return OF_CODES[code] ?? routeOf(e.request.method, e.request.path)?.requirement ?? 'ERR-11';
}

/** Only a read replica may refuse for good. The profile states whether the target is one. */
function isRetryableNoReplica({ target }: History, e: Exchange): Judgement {
  if (errorCode(e) !== 'NOT_SERVING' || isFactual(e) || target.replica !== false) return unseen;
  return blaming(retryable(e) === true ? pass : violated('retryable true: the member is no read replica', e), 'ERR-14');
}

/** A violation of a rule for all refusals also breaks the requirement of the code. */
function ofItsCode(e: Exchange, judged: Judgement): Judgement {
  return judged.verdict === 'violated' ? blaming(judged, requirementOf(e)) : unseen;
}

function judgedForm(history: History, e: Exchange): Judgement {
  const judged = allOf(
    blaming(statesWhenToRetry(e), 'ERR-10'),
    keepsTheRules(e),
    ofItsCode(e, isRetryableByTheRules(e)),
    ofItsCode(e, hasItsPublishedStatus(e)),
    isRetryableNoReplica(history, e),
  );
  return eachPart(judged, (part) => (part.verdict === 'violated' ? evenIfBusy(part) : part));
}

export const busyAnswersKeepTheRules = check({
  id: 'err/busy-answers-keep-the-rules',
  proves: ['ERR-10', 'ERR-11', 'ERR-14', 'ERR-16'],
  title: 'every 429 and 503 of the run has Retry-After, the right retryable and a code with that status',
  needs: [],
  since: '0.12.0',
  closes: true,
  busy: 'judged',

  async drive({ recall }) {
    recall('busy');
  },

  judge(history) {
    const met = history.labelled(metLabel('busy'));
    if (met.length === 0) return notExercised('the member was never busy: no request was answered 429 or 503');
    return allOf(met.map((e) => judgedForm(history, e)));
  },
});
