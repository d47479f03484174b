/**
 * The signs of every gate of gateway/contract/versions.ts: a request, and the form of its answer before and after the change.
 * Most are the suite's own (conformance/checks/ver/signs.ts). The others show changes that the interface does not define.
 */
import type { AskName } from '../../../conformance/checks/ver/asks.ts';
import { SIGNS as SUITE_SIGNS } from '../../../conformance/checks/ver/signs.ts';
import { CHANGES, type ChangeName } from '../../../conformance/contract/changes.ts';
import type { RestVersion } from '../../../conformance/contract/versions.ts';
import {
  type Exchange,
  errorCode,
  header,
  isReplay,
  json,
  position,
  rows,
  status,
} from '../../../conformance/member/exchange/exchange.ts';
import type { Gate } from '../../../gateway/contract/versions.ts';
import { legsOfA, legsOfB } from '../../../gateway/testing/sample-material.ts';
import { createCredential, createInstance, type Landmarks, orderByOldName, type Walking } from './version-landmarks.ts';

/** Sends one request whose answer has the label. */
type Ask = (scene: Walking, marks: Landmarks, label: string) => Promise<unknown>;

/** Renders the part of an answer that shows the change. */
type See = (e: Exchange) => string;

export interface GateSign {
  readonly gate: Gate;
  readonly name: string;
  /** The version that made the change, by the suite's transcription of the changelog. */
  readonly since: RestVersion;
  /** A request of the suite by its name, or one of this file. */
  readonly ask: AskName | Ask;
  readonly before: (e: Exchange) => boolean;
  readonly after: (e: Exchange) => boolean;
  /** Renders an answer for a report. */
  readonly see: See;
}

/** The gate of each change for which the suite has a sign. */
const GATE_OF: Partial<Record<ChangeName, Gate>> = {
  'operations-tagged': 'document.operations',
  'balances-served': 'routes.account-balances',
  'unheld-symbol-at-the-door': 'orders.instrument-at-door',
  'money-held-to-its-pattern': 'money.pattern',
  'account-alias': 'orders.account-alias',
  'unheld-name-at-the-door': 'orders.account-alias',
  'algo-instance-on-orders': 'orders.algo-instance',
  'algos-manage': 'capabilities.algos-manage',
  'venue-family-b': 'credentials.family-b',
  'scope-unobserved': 'credentials.scope-unobserved',
  'algos-surface': 'routes.algos',
  'held-order-key-replays': 'keys.before-names',
  'stalled-is-not-serving': 'keys.stalled-look-up',
  'complete-envelope': 'errors.complete-envelope',
  'request-ids': 'requests.correlated',
  'unknown-route-in-the-envelope': 'errors.every-envelope',
  'method-in-the-envelope': 'errors.every-envelope',
  'collections-are-pages': 'pages.cursors',
  'state-has-a-time': 'positions.as-of',
  'queries-are-closed': 'queries.closed',
  'invalid-cursor': 'pages.cursors',
  'tickets-minted': 'routes.ws-tickets',
};

/** Status, code of a refusal, whether it has a position, whether it is a replay. */
const outcome: See = (e) =>
  [status(e), errorCode(e), position(e) !== undefined && 'placed', isReplay(e) && 'replay'].filter(Boolean).join(' ');

const part = (value: unknown, way: string): unknown =>
  way.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined | null)?.[name], value);

/** The members of a body, by paths such as `items.0.held`. An object is rendered as `there`. */
const members =
  (...ways: readonly string[]): See =>
  (e) =>
    ways
      .map((way) => part(json(e), way))
      .map((value) =>
        value instanceof Object && !Array.isArray(value) ? 'there' : (JSON.stringify(value) ?? 'absent'),
      )
      .join(' ');
const contains =
  (word: string): See =>
  (e) =>
    String(e.response?.body.includes(word));
const hasHeader =
  (name: string): See =>
  (e) =>
    header(e, name) === undefined ? 'absent' : 'there';
const form: See = (e) =>
  [status(e), header(e, 'content-type'), errorCode(e), header(e, 'allow')].filter(Boolean).join(' ');
const ofError: See = (e) => Object.keys((part(json(e), 'error') ?? {}) as object).join(' ');
const idsOf: See = (e) => JSON.stringify(rows(e).map((row) => row['portfolioId']));
const order: See = (e) => {
  const ids = rows(e).map((row) => BigInt(String(row['orderId'])));
  return ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? id)) ? 'ascending' : 'descending';
};
const activeCap: See = (e) =>
  String(rows(e).find((row) => row['instrumentId'] === 1 && row['status'] === 'ACTIVE')?.['maxOrderQty']);
const algoOperations: See = (e) => {
  const paths = Object.entries((part(json(e), 'paths') ?? {}) as Record<string, object>);
  return String(paths.filter(([path]) => path.startsWith('/algos/')).flatMap(([, of]) => Object.keys(of)).length);
};

type Principal = 'trader' | 'admin' | 'algoManager';

const read =
  (path: string, as: Principal = 'admin', headers: Readonly<Record<string, string>> = {}): Ask =>
  (scene, marks, label) =>
    scene[as].get(
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => marks[name as keyof Landmarks]),
      { label, headers },
    );
/** Sends a write under a fresh key. A body that must be unique is made from the key. */
const write =
  (path: string, body: object | ((key: string) => object), as: Principal = 'admin'): Ask =>
  ({ [as]: actor, freshKey }, _, label) => {
    const key = freshKey();
    const rawBody = JSON.stringify(typeof body === 'function' ? body(key) : body);
    return actor.request({ method: 'POST', path, rawBody, key, label });
  };
const raw =
  (method: string, path: string, rawBody: string): Ask =>
  ({ admin, freshKey }, _, label) =>
    admin.request({ method, path, rawBody, key: freshKey(), label });
/** A resting BUY of the plain instrument at 90, with the stated members replaced. */
const submit = (over: object): Ask =>
  write('/orders', { accountId: 1, instrumentId: 1, side: 'BUY', price: '90', qty: '1', ...over }, 'trader');
const credential = (canTrade: boolean, legs: () => object): Ask =>
  write('/credentials', () => ({ exchangeId: 2, canReadBalances: true, canTrade, material: legs() }));
/** Repeats the key of a credential with different material. */
const otherMaterial: Ask = ({ admin }, { credentialKey }, label) => createCredential(admin, credentialKey, label);
/** Repeats the key of an order after its account was renamed. */
const renamedAccount: Ask = ({ trader }, { renamedKey }, label) => orderByOldName(trader, renamedKey, label);
/** Sends it while the fault is set. */
const under =
  (on: { readonly edge: 'intake' | 'inbox' }, effect: object, ask: Ask): Ask =>
  async (scene, marks, label) => {
    const fault = await scene.control.fault({ on, ...effect }, { optional: true });
    await ask(scene, marks, label);
    await fault.remove();
  };
/** An instance with a document that names an account and an instrument. */
const namingInstance: Ask = ({ algoManager, fixtures, freshKey }, _, label) =>
  createInstance(algoManager, fixtures, fixtures.namingDocument?.text, freshKey(), label);

const schema = (way: string): string => `components.schemas.${way}`;
const PAST_INT64 = '9223372036854775808';
const MALFORMED = '400 MALFORMED_REQUEST';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const ENVELOPE = 'code message requestId retryable';
const PAGE = 'globalSequence asOfSeqTsNs items nextCursor prevCursor total';

/** A pattern is used if an older member has several forms, or an amount changes. It must match the whole text. */
type Row = readonly [
  gate: Gate,
  change: ChangeName,
  ask: AskName | Ask,
  see: See,
  before: string | RegExp,
  after: string | RegExp,
];

// biome-ignore format: an aligned table
const ROWS: readonly Row[] = [
  ['document.operations', 'update-ids', 'document', members('paths./users/{id}.put.operationId', 'tags.0.name'), '"putUsersId" absent', '"restateUser" "Contract"'],
  ['balances.own-scale', 'balances-state-their-scale', read('/account-balances?accountId=1'), members('items.0.held'), /absent|"\d+\.\d{8}"/, /"\d+(\.\d{1,7})?"/],
  ['orders.own-scale', 'order-amounts-state-their-scale', read('/orders/{order}'), members('price', 'qty', 'leavesQty'), '"90.00000000" "1.00000000" "1.00000000"', '"90" "1" "1"'],
  ['policies.own-scale', 'policy-amounts-state-their-scale', read('/trading-policies'), activeCap, '1000.00000000', '1000'],
  ['money.taken-at-own-scale', 'money-at-its-own-scale', submit({ qty: PAST_INT64 }), outcome, '422 INVALID_FIELD placed', MALFORMED],
  ['money.taken-at-own-scale', 'money-at-its-own-scale', write('/asset-policies', { assetId: 1, maxTicketAmount: PAST_INT64 }), outcome, '422 INVALID_FIELD placed', MALFORMED],
  ['money.scale-unknown', 'money-at-its-own-scale', write('/asset-policies', { maxTicketAmount: '1' }), outcome, '422 SCALE_UNKNOWN', MALFORMED],
  ['orders.instrument-at-door', 'unheld-symbol-at-the-door', submit({ instrumentId: null, instrument: 'NONE-USD' }), outcome, '422 INSTRUMENT_NOT_LIVE placed', '422 INSTRUMENT_NOT_LIVE'],
  ['caps.exact', 'caps-compared-exactly', submit({ qty: '1000.0001' }), outcome, '201 placed', '422 MAX_ORDER_QTY_EXCEEDED placed'],
  ['reasons.fill-precision-overflow', 'fill-precision-overflow', read('/orders/{overflown}'), members('rejection.reason'), '"INVALID_FIELD"', '"FILL_PRECISION_OVERFLOW"'],
  ['reasons.fill-precision-overflow', 'fill-precision-overflow', 'document', contains('FILL_PRECISION_OVERFLOW'), 'false', 'true'],
  ['money.pattern', 'money-held-to-its-pattern', submit({ price: '+90.001' }), outcome, '422 TICK_SIZE_VIOLATION placed', MALFORMED],
  ['money.pattern', 'money-held-to-its-pattern', submit({ price: `${'0'.repeat(64)}90.001` }), outcome, '422 TICK_SIZE_VIOLATION placed', MALFORMED],
  ['money.pattern', 'money-held-to-its-pattern', 'document', members(schema('SubmitOrderBody.properties.qty.pattern'), schema('OrderUpdated.properties.qty.maxLength')), 'absent absent', '"^-?[0-9]+(\\\\.[0-9]+)?$" 64'],
  ['fills.venue-precision', 'fees-at-venue-precision', read('/executions/{execution}'), members('price', 'fee'), '"50.00000000" null', '"50" "0.00000000"'],
  ['fills.venue-precision', 'fees-at-venue-precision', read('/orders/{filled}'), members('lastFillQty'), '"0.00100000"', '"0.001"'],
  ['money.served-at-own-scale', 'money-served-at-its-scale', read('/orders/{filled}'), members('avgPx'), '"50.00000000"', '"50"'],
  ['orders.account-alias', 'account-alias', submit({ accountId: undefined, account: 'main', price: '90.001' }), outcome, MALFORMED, '422 TICK_SIZE_VIOLATION placed'],
  ['orders.account-alias', 'account-alias', 'document', members(schema('SubmitOrderBody.properties.account')), 'absent', 'there'],
  ['codes.account-not-active', 'unheld-name-at-the-door', submit({ accountId: 999_999 }), outcome, '422 INVALID_FIELD placed', '422 ACCOUNT_NOT_ACTIVE placed'],
  ['orders.algo-instance', 'algo-instance-on-orders', read('/orders/{machine}'), members('algoInstanceId', 'userId'), /absent [1-9]\d*/, '1 0'],
  ['orders.algo-instance', 'algo-instance-on-orders', read('/orders/{order}'), members('algoInstanceId'), 'absent', 'null'],
  ['orders.algo-instance', 'algo-instance-on-orders', 'document', members(schema('OrderUpdated.properties.algoInstanceId')), 'absent', 'there'],
  ['capabilities.algos-manage', 'algos-manage', read('/me', 'algoManager'), members('capabilities'), '[]', '["algos:manage"]'],
  ['capabilities.algos-manage', 'algos-manage', read('/users/{algoManager}'), members('capabilities'), '[]', '["algos:manage"]'],
  ['capabilities.algos-manage', 'algos-manage', write('/users', (subject) => ({ subject, capabilities: ['algos:manage'] })), outcome, MALFORMED, '201 placed'],
  ['capabilities.algos-manage', 'algos-manage', 'document', contains('algos:manage'), 'false', 'true'],
  ['credentials.family-b', 'venue-family-b', credential(true, legsOfB), outcome, '422 VENUE_UNSUPPORTED', '201 placed'],
  ['credentials.family-b', 'venue-family-b', credential(true, legsOfA), outcome, '422 VENUE_UNSUPPORTED', MALFORMED],
  ['credentials.family-b', 'venue-family-b', 'document', members(...['oneOf.length', 'type', 'x-service-intake-venues.length'].map((name) => schema(`CredentialMaterial.${name}`))), 'absent "object" absent', '2 absent 3'],
  ['credentials.scope-unobserved', 'scope-unobserved', read('/credentials/1002'), members('scopeUnobserved'), 'absent', 'true'],
  ['credentials.scope-unobserved', 'scope-unobserved', 'document', members(schema('Credential.properties.scopeUnobserved')), 'absent', 'there'],
  ['credentials.balances-only', 'balances-only-of-family-b', credential(false, legsOfB), outcome, /422 VENUE_UNSUPPORTED|400 MALFORMED_REQUEST/, '201 placed'],
  ['routes.algos', 'algos-surface', write('/algos/halt', {}), outcome, '404', '200 placed'],
  ['routes.algos', 'algos-surface', 'document', algoOperations, '0', '12'],
  ['routes.algos', 'algos-surface', 'document', members('info.x-service-algos-schema'), 'absent', '"121.v0"'],
  ['operations.algos', 'algos-surface', read('/operations/{algosKey}'), members('outcome.family'), 'absent', '"algos"'],
  ['operations.algos', 'algos-surface', read('/operations/{credentialKey}'), members('outcome.instanceId', 'outcome.configSeq'), 'absent absent', 'null null'],
  ['algos.names', 'algo-documents-name', namingInstance, outcome, /404|422 FIELD_TYPE_MISMATCH placed/, '201 placed'],
  ['keys.before-names', 'held-order-key-replays', renamedAccount, outcome, /400 MALFORMED_REQUEST|422 ACCOUNT_NOT_ACTIVE/, '422 CREDENTIAL_UNAVAILABLE placed replay'],
  ['keys.before-material', 'journal-before-material', otherMaterial, outcome, '409 INTAKE_KEY_REUSED', '201 placed replay'],
  ['keys.before-material', 'journal-before-material', under({ edge: 'intake' }, { refuse: 'INTAKE_UNAVAILABLE' }, otherMaterial), outcome, '503 INTAKE_UNAVAILABLE', '201 placed replay'],
  ['keys.stalled-look-up', 'stalled-is-not-serving', 'stalled write', hasHeader('location'), 'there', 'absent'],
  ['errors.complete-envelope', 'complete-envelope', read('/orders/1'), ofError, 'code', ENVELOPE],
  ['errors.complete-envelope', 'complete-envelope', raw('POST', '/orders', '{'), ofError, 'code message', ENVELOPE],
  ['errors.every-envelope', 'unknown-route-in-the-envelope', read('/nowhere'), form, `404 ${TEXT}`, `404 ${JSON_TYPE} ROUTE_NOT_FOUND`],
  ['errors.every-envelope', 'method-in-the-envelope', raw('DELETE', '/orders', ''), form, `405 ${TEXT} GET, POST`, `405 ${JSON_TYPE} METHOD_NOT_ALLOWED GET, POST`],
  ['errors.every-envelope', 'unknown-route-in-the-envelope', raw('POST', '/orders', ' '.repeat(1_048_577)), form, `413 ${TEXT}`, `413 ${JSON_TYPE} PAYLOAD_TOO_LARGE`],
  ['errors.every-envelope', 'unknown-route-in-the-envelope', under({ edge: 'inbox' }, { fail: true }, submit({})), form, `500 ${TEXT}`, `500 ${JSON_TYPE} INTERNAL_ERROR`],
  ['requests.correlated', 'request-ids', read('/me', 'admin', { 'X-Request-Id': 'walked-here' }), (e) => String(header(e, 'x-request-id')), 'undefined', 'walked-here'],
  ['requests.correlated', 'request-ids', 'document', contains('X-Request-Id'), 'false', 'true'],
  ['pages.cursors', 'collections-are-pages', read('/portfolios?limit=1&include=total'), (e) => Object.keys(json(e) as object).join(' '), 'globalSequence items', PAGE],
  ['pages.cursors', 'collections-are-pages', read('/portfolios?limit=1&cursor={cursor}'), idsOf, '[1,1001,1002]', '[1001]'],
  ['pages.cursors', 'collections-are-pages', read('/portfolios?limit=0'), outcome, '200 placed', MALFORMED],
  ['pages.cursors', 'collections-are-pages', 'document', contains('"name":"cursor"'), 'false', 'true'],
  ['pages.fixed-orders', 'collections-are-pages', read('/orders'), order, 'ascending', 'descending'],
  ['positions.as-of', 'state-has-a-time', read('/orders/{order}'), hasHeader('x-service-as-of-seq-ts'), 'absent', 'there'],
  ['positions.as-of', 'state-has-a-time', read('/orders/1'), hasHeader('x-service-as-of-seq-ts'), 'absent', 'there'],
  ['positions.as-of', 'state-has-a-time', 'document', contains('X-Service-As-Of-Seq-Ts'), 'false', 'true'],
  ['queries.closed', 'queries-are-closed', read('/orders/{order}?nonsense=1'), outcome, '200 placed', MALFORMED],
  ['queries.closed', 'queries-are-closed', read('/me?nonsense=1'), outcome, '200 placed', MALFORMED],
  ['routes.ws-tickets', 'tickets-minted', 'document', contains('TICKETS_UNAVAILABLE'), 'false', 'true'],
];

function showing(see: See, form: string | RegExp): (e: Exchange) => boolean {
  const pattern = typeof form === 'string' ? undefined : new RegExp(`^(?:${form.source})$`);
  return (e) => pattern?.test(see(e)) ?? see(e) === form;
}

export const GATE_SIGNS: readonly GateSign[] = [
  ...SUITE_SIGNS.map(({ change, ask, before, after }): GateSign => {
    const gate = GATE_OF[change];
    if (gate === undefined) throw new Error(`${change}: state its gate`);
    return { gate, since: CHANGES[change].since, name: `${change}, ${ask}`, ask, before, after, see: form };
  }),
  ...ROWS.map(([gate, change, ask, see, before, after], i): GateSign => {
    const forms = { before: showing(see, before), after: showing(see, after), see };
    return { gate, since: CHANGES[change].since, name: `${change}, row ${i + 1} of ${gate}`, ask, ...forms };
  }),
];
