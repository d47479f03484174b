/** How ids, times and positions are written in JSON. */

import type { Actor } from '../../member/actor.ts';
import { isOk, json, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { asObject, branches, operationsOf, requestSchema } from '../../member/profile/contract-document.ts';
import { everyProperty, REGISTER_KEY, TIME_OR_POSITION, TRADING_ID } from '../../rules/property-rules.ts';
import { type CheckOfTable, check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, notExercised } from '../../runner/judgement.ts';
import { documentOf, readDocument } from '../../scenes/published-document.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

interface Reading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

/** Reads rows of every kind that the caller has, each labelled `read`. */
async function readEveryRow(scene: Reading): Promise<void> {
  const { trader } = scene;
  const read = { label: 'read' };
  await ordersAtHand(scene, 1);
  await executionsAtHand(scene, 1);
  await trader.get('/me', read);
  const orders = await trader.get('/orders', { query: { limit: 5, include: 'total' }, ...read });
  const executions = await trader.get('/executions', { query: { limit: 5, include: 'total' }, ...read });
  const orderId = textAt(orders, 'items', 0, 'orderId');
  if (orderId !== undefined) await trader.get(`/orders/${orderId}`, read);
  const clientOrderId = textAt(orders, 'items', 0, 'clientOrderId');
  if (clientOrderId !== undefined) await trader.get(`/operations/${encodeURIComponent(clientOrderId)}`, read);
  const executionId = textAt(executions, 'items', 0, 'executionId');
  if (executionId !== undefined) await trader.get(`/executions/${executionId}`, read);
}

type Property = ReturnType<typeof everyProperty>[number];

interface ValueCheck extends CheckOfTable {
  readonly rule: typeof REGISTER_KEY;
  /** Kinds of property that must each be seen; absent: any that the rule is about. */
  readonly kinds?: readonly ((property: Property) => boolean)[];
}

const named =
  (wanted: string) =>
  ({ name }: Property): boolean =>
    name === wanted;

const ROWS = {
  'register-keys-are-int32': {
    proves: 'ID-01',
    title: 'register keys (orgId, userId, credentialId, accountId and alike) are int32 JSON integers',
    rule: REGISTER_KEY,
  },
  'trading-ids-are-int64-strings': {
    proves: 'ID-02',
    title: 'orderId and executionId are int64 and are carried as decimal JSON strings',
    rule: TRADING_ID,
    kinds: [named('orderId'), named('executionId')],
  },
  'times-and-positions-are-strings': {
    proves: 'ID-03',
    title:
      'every property named ...Ns and globalSequence is a decimal JSON string (or null where allowed), never a number',
    rule: TIME_OR_POSITION,
    kinds: [named('globalSequence'), (property) => !named('globalSequence')(property)],
  },
} satisfies Record<string, ValueCheck>;

export const valueChecks = checks('id', ROWS, ({ rule, kinds = [() => true] }: ValueCheck) => ({
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge(history) {
    const properties = everyProperty(history.labelled('read')).filter(({ name }) => rule.isOf(name));
    return allOf(kinds.map((kind) => eachOf(properties.filter(kind), rule.judge)));
  },
}));

/** The interface does not show the body of a cancel; the document of a member may publish `orderId` there. */
function publishesOrderId(published: unknown): boolean {
  const document = asObject(published);
  return operationsOf(document)
    .filter(({ method, path }) => method === 'POST' && /^\/orders\/\{[^}]+\}\/cancel$/.test(path))
    .flatMap((operation) => branches(document, requestSchema(operation, document)))
    .some((schema) => asObject(schema['properties'])['orderId'] !== undefined);
}

export const int64SentAsANumberIsRefused = check({
  id: 'id/int64-sent-as-a-number-is-refused',
  proves: ['ID-04'],
  title: 'an int64 sent as a JSON number in a body is refused 400 MALFORMED_REQUEST',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, order, freshKey } = scene;
    await readDocument(scene, trader);
    const submitted = await trader.submit(order(), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (orderId === undefined) return;
    await trader.request({
      method: 'POST',
      path: `/orders/${orderId}/cancel`,
      // Written as text: a JavaScript number cannot represent the id.
      rawBody: `{"orderId":${orderId}}`,
      key: freshKey(),
      label: 'number',
    });
  },

  judge(history) {
    const number = history.maybe('number');
    if (number === undefined || !isOk(history.one('submitted'))) return inconclusive('no order was submitted');
    if (!history.target.strict && !publishesOrderId(json(documentOf(history)))) {
      return notExercised('the document publishes no orderId in the body of a cancel');
    }
    return expects(number, { status: 400, code: 'MALFORMED_REQUEST' });
  },
});
