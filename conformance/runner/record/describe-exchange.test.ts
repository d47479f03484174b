import { describe, expect, test } from 'vitest';
import { answer, unanswered } from '../../testing/sample-history.ts';
import { curlOf, exchangeInWords } from './describe-exchange.ts';

describe('an exchange in one line', () => {
  test('shows what decides', () => {
    const refusal = {
      status: 422,
      code: 'INVALID_FIELD',
      position: 7n,
      replay: true,
      body: { error: { code: 'INVALID_FIELD' } },
    };
    expect(exchangeInWords(answer('POST /orders', refusal)(1, null))).toBe(
      'POST /orders by trader: 422 INVALID_FIELD, position 7, Idempotent-Replay true, X-Request-Id request-1, body {"error":{"code":"INVALID_FIELD"}}',
    );
  });

  test('shows the whole message, however long the body is', () => {
    const message = `price: ${'long '.repeat(60)}end`;
    const e = answer('POST /orders', {
      status: 422,
      code: 'INVALID_FIELD',
      body: { error: { code: 'INVALID_FIELD', message } },
    });
    expect(exchangeInWords(e(1, null))).toContain(`422 INVALID_FIELD "${message}", `);
  });

  test('shortens long bodies, and says when no answer came', () => {
    const long = exchangeInWords(answer('GET /docs', { status: 200, body: `<p>\n${'x'.repeat(500)}` })(1, null));
    expect(long.length).toBeLessThan(300);
    expect(long).toMatch(/body <p> x+\.\.\.$/);
    expect(exchangeInWords(unanswered('GET /me')(1, null))).toBe('GET /me by trader: no answer (timeout)');
  });
});

describe('an exchange as a curl line', () => {
  const sent = { 'User-Agent': 'touchstone/1', Authorization: 'Bearer <token of trader>', 'X-Odd': "it's" };

  test('uses a variable for the token, and quotes correctly', () => {
    const e = answer('POST /orders?a=1', { status: 201, sent, key: 'k1', sentBody: { qty: "'1'" } })(1, null);
    expect(curlOf(e, 'http://h:1/')).toBe(
      `curl -sS -i -X POST 'http://h:1/orders?a=1' -H "Authorization: Bearer $TRADER_TOKEN" -H 'X-Odd: it'\\''s' -H 'Idempotency-Key: k1' --data-raw '{"qty":"'\\''1'\\''"}'`,
    );
  });

  test('there is none for a request that no client sends', () =>
    expect(curlOf(answer('POST /orders', { status: 400 })(1, null), 'http://h')).toBeNull());
});
