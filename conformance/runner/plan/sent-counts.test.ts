import { expect, test } from 'vitest';
import { answer, conversation, historyOf, said } from '../../testing/sample-history.ts';
import { sentCounts } from './sent-counts.ts';

test('counts requests, orders, tickets, sessions and rows, and the rows that cannot be deleted', () => {
  const { exchanges, conversations } = historyOf([
    answer('GET /users', { status: 200 }),
    answer('POST /users', { status: 201 }),
    answer('POST /users', { status: 201, replay: true }),
    answer('POST /users', { status: 422, code: 'INVALID_FIELD' }),
    answer('POST /asset-policies', { status: 201 }),
    answer('POST /orders', { status: 201 }),
    answer('POST /orders/5/cancel', { status: 200 }),
    answer('POST /v1/ws-tickets', { status: 200 }),
    conversation({ frames: [said({ op: 'auth', reqId: 'a' }), said({ op: 'submit', reqId: 'b', params: {} })] }),
  ]);
  expect(sentCounts(exchanges, conversations)).toEqual({
    requests: 8 + 1 + 2,
    orders: 2,
    tickets: 1,
    sessions: 1,
    rows: 2,
    staying: 1,
  });
});
