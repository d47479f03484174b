import { describe, expect, test } from 'vitest';
import type { Entry } from '../../member/effects/entry.ts';
import { asked, refusedOp, session } from '../../testing/sample-conversation.ts';
import { answer, came, historyOf, type Sample, unanswered } from '../../testing/sample-history.ts';
import { ranAll, sampleCheck } from '../../testing/stub-run.ts';
import { stillOpen } from './run.ts';
import { sentOrders } from './sent-orders.ts';

describe('an order that a trial may have left', () => {
  const sent = { Authorization: 'Bearer <token of trader>' };
  const order = { key: 'key-1', sent, sentBody: { accountId: 1, clientOrderId: 'key-1' } };
  const row = { orderId: '17', leavesQty: '1' };
  const placed = answer('POST /orders', { status: 201, body: row, ...order });
  const unknown = { key: 'key-1', account: '1', orderId: null };
  const known = { key: 'key-1', account: '1', orderId: '17' };
  const submitted = asked('submit', 'a', undefined, { clientOrderId: 'key-1', accountId: 1 });
  const cancelled = [
    asked('cancel', 'b', undefined, { orderId: '17' }),
    came({ op: 'cancel', reqId: 'b', success: true }),
  ];
  const accepted = came({ op: 'submit', reqId: 'a', success: true, order: row });

  // biome-ignore format: an aligned table
  test.each<[string, readonly Sample[], readonly object[]]>([
  ['one that rests',                            [placed],                                                                                 [known]],
  ['one that was filled',                       [answer('POST /orders', { status: 201, body: { ...row, leavesQty: '0.0' }, ...order })],  []],
  ['one that was refused',                      [answer('POST /orders', { status: 422, code: 'NO_BALANCE', ...order })],                  []],
  ['one that is still to be judged',            [answer('POST /orders', { status: 202, body: {}, ...order })],                            [unknown]],
  ['one without an answer',                     [unanswered('POST /orders', order)],                                                      [unknown]],
  ['one that never left',                       [unanswered('POST /orders', { ...order, failure: 'unreachable (ECONNREFUSED)' })],        []],
  ['one without a token and without an answer', [unanswered('POST /orders', { ...order, sent: {} })],                                     []],
  ['one that a proxy failed to forward',        [answer('POST /orders', { status: 504, body: 'later', ...order })],                       [unknown]],
  ['one not served',                            [answer('POST /orders', { status: 503, code: 'NOT_SERVING', ...order })],                 []],
  ['one without an answer, then retried',       [unanswered('POST /orders', order), placed],                                              [known]],
  ['one that was sent twice',                   [placed, placed],                                                                         [known]],
  ['one that was cancelled',                    [placed, answer('POST /orders/17/cancel', { status: 200 })],                              []],
  ['one whose cancel is still to be judged',    [placed, answer('POST /orders/17/cancel', { status: 202 })],                              [known]],
  ['one, where another was cancelled',          [placed, answer('POST /orders/18/cancel', { status: 200 })],                              [known]],
  ['one over a socket',                         [session([submitted, accepted])],                                                         [known]],
  ['one over a socket, without an answer',      [session([submitted])],                                                                   [unknown]],
  ['one over a socket, still to be judged',     [session([submitted, came({ op: 'submit', reqId: 'a', success: true, pending: true })])], [unknown]],
  ['one over a socket, refused',                [session([submitted, refusedOp('submit', 'a', 'INVALID_PRICE')])],                        []],
  ['one cancelled over a socket',               [session([submitted, accepted, ...cancelled])],                                           []],
])('%s', (_, samples, left) => {
  const { exchanges, conversations } = historyOf(Object.fromEntries(samples.map((made, i) => [`s${i}`, made])));
  expect(sentOrders(exchanges, conversations)).toEqual(left.map((one) => ({ actor: 'trader', ...one })));
});
});

describe('an order that its record', () => {
  const sent: Entry = {
    ...{
      what: 'sent',
      n: 1,
      check: 'idem/a',
      actor: 'trader',
      method: 'POST',
      path: '/orders',
      key: 'k-1',
      name: 'k-1',
    },
    isOwn: true,
  };
  const order = { account: '1', clientOrderId: 'k-1', orderId: null };
  const named = { ...order, orderId: '7' };
  const made: Entry = { what: 'made', n: 1, row: '/orders/7' };

  test.each<[string, typeof order | typeof named, readonly Entry[], boolean]>([
    ['without an answer', order, [sent], true],
    ['made, and nothing more known', named, [sent, made], true],
    ['with an id that its trial did not see', order, [sent, made], true],
    ['refused after all', order, [sent, { what: 'refused', n: 1 }], false],
    ['closed', named, [sent, made, { what: 'closed', row: '/orders/7', isFilled: false }], false],
    ['filled', named, [sent, made, { what: 'closed', row: '/orders/7', isFilled: true }], false],
    ['ended by the clean-up', named, [sent, made, { what: 'undone', row: '/orders/7' }], false],
    ['of which the record knows nothing', named, [], true],
  ])('an order %s', (_, one, entries, isOpen) => expect(stillOpen([one], entries)).toEqual(isOpen ? [one] : []));

  test.each<[string, readonly Entry[], readonly (string | null)[] | undefined]>([
    ['open', [sent], ['k-1']],
    ['refused', [sent, { what: 'refused', n: 1 }], undefined],
  ])('a run lists an order without an answer where its record has it as %s', async (_, recorded, listed) => {
    const lost = sampleCheck({
      drive: async ({ trader }) => void (await trader.submit({ qty: '1' }, { key: 'k-1', timeoutMs: 10 })),
      unanswered: 'judged',
    });
    const entries = [...recorded];
    const effects = { name: 'e', entries, add: (entry: Entry) => void entries.push(entry) };
    const { record } = await ranAll([lost], ({ method }) => (method === 'POST' ? 'timeout' : {}), { effects });
    expect(record.run.orders?.mayBeOpen.slice(0, 1).map(({ clientOrderId }) => clientOrderId)).toEqual(listed);
  });
});
