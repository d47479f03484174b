/** One example of each frame. `asyncapi.test.ts` holds each to its schema. */

const EXPIRES_AT_NS = '1767574800000000000';
const GRANT = { capabilities: ['orders:trade'], expiresAtNs: EXPIRES_AT_NS };
const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3ItMiJ9.c2lnbmF0dXJl';

const ROW = {
  orderId: '442892800000000001',
  clientOrderId: 'order-1',
  accountId: 1,
  credentialId: 1,
  instrumentId: 1,
  userId: 2,
  side: 'BUY',
  status: 'OPEN',
  price: '100.00',
  qty: '1',
  cumQty: '0',
  leavesQty: '1',
  avgPx: null,
  lastFillPx: null,
  lastFillQty: null,
  rejection: null,
  createdAtNs: '1767571201000000000',
  updatedAtNs: '1767571201000000000',
} as const;

function event(kind: string, data: object) {
  return { event: kind, msgType: kind, data };
}

function refusal(op: string, reqId: string | null, code: string, message: string, more: object = {}) {
  return { op, reqId, success: false, code, message, retryable: false, ...more };
}

export const SESSION_OPENED = event('sessionOpened', GRANT);
export const SESSION_EXPIRING = event('sessionExpiring', { expiresAtNs: EXPIRES_AT_NS, inMs: 60_000 });
export const SESSION_CLOSING = event('sessionClosing', {
  code: 'PRINCIPAL_REVOKED',
  closeCode: 4003,
  retryable: false,
  message: 'the access was revoked after the handshake',
});
export const ORDER_UPDATED = event('orderUpdated', { ...ROW, globalSequence: '117' });
export const EXECUTION_RECORDED = event('executionRecorded', {
  executionId: '442892800000000002',
  orderId: ROW.orderId,
  accountId: 1,
  instrumentId: 1,
  side: 'BUY',
  tradeId: 'T-6b1f20c3a94d7e58',
  price: '100.00',
  qty: '0.25',
  fee: '0.025',
  feeAssetId: 1,
  venueTsNs: '1767571202000000000',
  executedAtNs: '1767571202000001000',
  globalSequence: '118',
});
export const QUOTE = event('quote', {
  instrumentId: 1,
  instrument: 'BTC-USD',
  bid: '100.00',
  ask: '100.02',
  venueTsNs: '1767571202000000000',
});

export const AUTH = { op: 'auth', reqId: 'a1', params: { token: TOKEN } };
export const AUTHENTICATED = { op: 'auth', reqId: 'a1', success: true, session: GRANT };
export const ACKNOWLEDGED = { op: 'auth', reqId: 'a1', success: true };
export const INVALID_TOKEN = {
  op: 'auth',
  reqId: 'a1',
  success: false,
  error: 'invalid_token',
  message: 'the token has expired',
};

export const SUBSCRIBE = { op: 'subscribe', reqId: 's1', params: { topics: ['orders', 'executions'] } };
export const UNSUBSCRIBE = { op: 'unsubscribe', reqId: 's2', params: { topics: ['executions'] } };
export const SUBSCRIBED = { op: 'subscribe', reqId: 's1', success: true, topics: ['orders', 'executions'] };
export const UNSUBSCRIBED = { op: 'unsubscribe', reqId: 's2', success: true, topics: ['orders'] };
export const SUBSCRIBE_QUOTES = { op: 'subscribe', reqId: 'q1', params: { topics: ['quotes:BTC-USD'] } };
export const UNSUBSCRIBE_QUOTES = { op: 'unsubscribe', reqId: 'q2', params: { topics: ['quotes:BTC-USD'] } };
export const SUBSCRIBED_QUOTES = { op: 'subscribe', reqId: 'q1', success: true, topics: ['quotes:BTC-USD'] };

export const SUBMIT = {
  op: 'submit',
  reqId: 'o1',
  params: {
    account: 'main',
    instrument: 'BTC-USD',
    clientOrderId: ROW.clientOrderId,
    side: 'BUY',
    price: '100.00',
    qty: '1',
  },
};
export const CANCEL = { op: 'cancel', reqId: 'o2', params: { orderId: ROW.orderId, commandKey: 'cancel-1' } };
export const ORDER_ANSWERED = {
  op: 'submit',
  reqId: 'o1',
  success: true,
  order: { ...ROW, algoInstanceId: null },
  globalSequence: '117',
  replay: false,
};
export const ORDER_PENDING = {
  op: 'submit',
  reqId: 'o1',
  success: true,
  pending: true,
  key: ROW.clientOrderId,
  operation: 'submitOrder',
};

export const REFUSED = refusal('auth', 'a1', 'FORBIDDEN_PRINCIPAL', 'the token is of another principal');
export const UNREADABLE = refusal('error', null, 'MALFORMED', 'a frame is one JSON object');
export const TOPIC_REFUSED = refusal(
  'subscribe',
  's1',
  'UNKNOWN_TOPIC',
  'trades: no such topic on this socket; there is orders and executions',
  { failedTopicIndex: 1 },
);
export const ORDER_REFUSED = refusal(
  'submit',
  'o1',
  'INVALID_PRICE',
  'price: 100.001 is no multiple of the tick 0.01',
  { reason: 'TICK_SIZE_VIOLATION', globalSequence: '119' },
);
export const QUOTES_REFUSED = refusal(
  'subscribe',
  'q1',
  'UNKNOWN_TOPIC',
  'quotes:BTC: no such topic on this socket; there is quotes:SYMBOL of an instrument that there is',
  { error: 'unknown_topic', failedTopicIndex: 0 },
);
