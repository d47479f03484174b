/** X-Request-Id: on every response, echoed where it was well formed, replaced where not. */
import fc from 'fast-check';
import { ABSENT_ID } from '../../contract/register.ts';
import { type Exchange, isOk, keyOf, requestId, sentHeader, status, textAt } from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { oversizeHead } from '../../scenes/oversize-head.ts';

function carriesARequestId(e: Exchange): Judgement {
  return requestId(e) ? pass : violated('X-Request-Id on the response', e);
}

/** So many ids that the member made are one and the same by design, not by chance. */
const MANY = 5;

/**
 * requestId is "id of the request": an id that every request gets is of none. The interface does not say that ids are
 * unique, so one that occurs twice is no violation.
 */
function areNotAllOne(made: readonly Exchange[]): Judgement {
  const ids = made.map(requestId).filter((id) => id !== undefined);
  return ids.length >= MANY && new Set(ids).size === 1
    ? violated('an id of the request, not one X-Request-Id for all requests', made.slice(-2))
    : pass;
}

/** Of requests without an id: all of them, and the refusals, which may be made elsewhere in the member. */
function areTheirOwn(answered: readonly Exchange[]): Judgement {
  const made = answered.filter((e) => sentHeader(e, 'x-request-id') === undefined);
  return allOf(areNotAllOne(made), areNotAllOne(made.filter((e) => !isOk(e))));
}

/** Reads, refusals and the contract document. */
export const requestIdOnEveryResponse = check({
  id: 'rid/request-id-on-every-response',
  proves: ['RID-01'],
  title: 'every response carries X-Request-Id: answers, refusals, 404, 405, 413 and the contract document',
  needs: ['trader'],
  // A member that reads the whole body before it judges its length does not answer; this check does not judge that.
  unanswered: 'judged',

  async drive({ trader, anonymous }) {
    await trader.get('/me');
    await trader.get('/orders', { query: { limit: 1 } });
    await trader.get('/orders/1');
    await trader.get('/orders', { query: { nonsense: 1 } });
    await trader.get('/no-such-path');
    await trader.get('/openapi.json');
    await trader.request({ method: 'PATCH', path: '/orders' });
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: 'request-id-check' });
    await anonymous.get('/me');
    await trader.raw(oversizeHead('POST /orders', 'request-id-check', '<token>'), { timeoutMs: 2_000 });
  },

  judge: ({ answered }) => allOf(eachOf(answered, carriesARequestId), areTheirOwn(answered)),
});

/** Orders and cancels: taken, refused, replayed, and with a reused key. */
export const requestIdOnEveryWrite = check({
  id: 'rid/request-id-on-every-write',
  proves: ['RID-01'],
  title: 'every answer to a write carries X-Request-Id: taken, refused by door and owner, replayed, of a reused key',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const submitted = await trader.submit(body, { key });
    await trader.submit(body, { key });
    const orderId = textAt(submitted, 'orderId') ?? '1';
    const cancelled = await trader.cancel(orderId);
    const again = keyOf(cancelled);
    await trader.cancel(orderId, again === undefined ? {} : { key: again });
    await trader.cancel(orderId, { key });
    await trader.cancel(ABSENT_ID);
    const refused = order({ price: FINER_THAN_ANY_GRID });
    const refusedKey = freshKey();
    await trader.submit(refused, { key: refusedKey });
    await trader.submit(refused, { key: refusedKey });
    await trader.get(`/operations/${key}`);
    await trader.get(`/operations/${freshKey()}`);
    await trader.get(`/orders/${orderId}`);
    await trader.get('/executions', { query: { limit: 1 } });
    await trader.get('/docs');
  },

  judge: ({ answered }) => allOf(eachOf(answered, carriesARequestId), areTheirOwn(answered)),
});

/** A write that is held past the sync deadline. */
export const requestIdOnAnAcceptedWrite = check({
  id: 'rid/request-id-on-an-accepted-write',
  proves: ['RID-01', 'RID-02'],
  title: 'a 202 carries X-Request-Id, the one that was sent',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const held = await control.fault({ on: { command: 'submit', key }, hold: key, times: 1 });
    const pending = trader.submit(order(), { key, label: 'accepted', headers: { 'X-Request-Id': `accepted-${key}` } });
    await held.untilHeld();
    await control.advance('2s');
    await pending;
    await control.release(key);
  },

  judge(history) {
    const accepted = history.one('accepted');
    if (status(accepted) !== 202) return inconclusive('the write was answered by the sync deadline');
    const sent = accepted.request.headers.find(([name]) => name === 'X-Request-Id')?.[1] ?? '';
    return blaming(expects(accepted, { status: 202, headers: { 'x-request-id': sent } }), 'RID-01', 'RID-02');
  },
});

/** Well-formed ids, at both ends of their length. */
export const sentRequestIdIsEchoed = check({
  id: 'rid/sent-request-id-is-echoed',
  proves: ['RID-02'],
  title: 'a sent X-Request-Id of 8 to 128 of [A-Za-z0-9._-] is echoed, on an answer and on a refusal',
  needs: ['trader'],
  given: () =>
    fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._-]{8,128}$/),
      fc.constantFrom('a'.repeat(8), 'Z'.repeat(128), '........', '_-._-._-'),
    ),
  runs: 15,

  async drive({ trader }, id) {
    const headers = { 'X-Request-Id': id };
    await trader.get('/me', { label: 'answer', headers });
    await trader.get('/no-such-path', { label: 'refusal', headers });
  },

  judge: (history, id) =>
    allOf(
      expects(history.one('answer'), { status: 200, headers: { 'x-request-id': id } }),
      expects(history.one('refusal'), { status: 404, headers: { 'x-request-id': id } }),
    ),
});

/** Each breaks the rule of 8 to 128 of [A-Za-z0-9._-] in one way. */
const OTHERS = ['a', 'seven77', 'a'.repeat(129), 'with a space', 'with/slash', 'with,comma', 'quoted"id"'];

function isReplaced(e: Exchange): Judgement {
  const id = requestId(e) ?? '';
  const sent = sentHeader(e, 'x-request-id') ?? '';
  return allOf(
    expects(e, { status: 200 }, 'the request is served'),
    id === '' || sent.includes(id) ? violated('an X-Request-Id other than the one sent', e) : pass,
  );
}

/** Ids that are too short, too long or of other characters. */
export const otherRequestIdIsReplaced = check({
  id: 'rid/other-request-id-is-replaced',
  proves: ['RID-03'],
  title: 'an X-Request-Id outside 8 to 128 of [A-Za-z0-9._-] is replaced, never echoed, and the request is served',
  needs: ['trader'],

  async drive({ trader }) {
    for (const id of OTHERS) await trader.get('/me', { label: 'replaced', headers: { 'X-Request-Id': id } });
  },

  judge(history) {
    const replaced = history.labelled('replaced');
    return allOf(eachOf(replaced, isReplaced), areNotAllOne(replaced));
  },
});
