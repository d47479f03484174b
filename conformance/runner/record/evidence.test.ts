import { describe, expect, test } from 'vitest';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import { FAILED, record, row } from '../../testing/sample-record.ts';
import { loadChecks } from '../plan/load-checks.ts';
import { DECISIONS_OF_CHECKS } from './decisions-of-checks.ts';
import { curlOf, exchangeInWords } from './describe-exchange.ts';
import { evidenceOf } from './evidence.ts';
import { har } from './har.ts';

describe('evidence', () => {
  const { exchanges } = historyOf(
    Array.from({ length: 100 }, () => answer('GET /me', { status: 200, body: 'x'.repeat(20_000) })),
  );

  test('of a failure keeps the exchanges that the judge names and the last ones, in order', () => {
    const kept = evidenceOf(exchanges, exchanges.slice(2, 3), false).map(({ n }) => n);
    expect(kept).toHaveLength(40);
    expect([kept[0], kept[1], kept.at(-1)]).toEqual([3, 62, 100]);
  });

  test('of a pass keeps few exchanges, and shortens long bodies', () => {
    const kept = evidenceOf(exchanges, [], true);
    expect(kept).toHaveLength(2);
    expect(kept[0]?.response?.body).toMatch(/^x{256}\.\.\. \(20000 characters\)$/);
  });

  test('of a pass leaves out headers that only carry the message, and of a failure none', () => {
    const headers = { Date: 'now', 'X-Request-Id': 'request-1' };
    const sent = historyOf({ sent: answer('GET /me', { status: 200, headers }) }).exchanges;
    const names = (passed: boolean) =>
      evidenceOf(sent, [], passed)[0]?.response?.headers.map(([name]) => name.toLowerCase()) ?? [];
    expect(names(true)).toContain('x-request-id');
    expect([names(true).includes('date'), names(false).includes('date')]).toEqual([false, true]);
  });

  test('of a short history keeps everything', () => {
    expect(evidenceOf(exchanges.slice(0, 3), [], false)).toHaveLength(3);
    expect(evidenceOf([], [], false)).toEqual([]);
  });
});

test('HAR has one entry for each exchange of evidence, including those without an answer', () => {
  const { log } = JSON.parse(har(record([row('test/good'), FAILED])));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'touchstone', version: '0.0.0' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2026-01-05T00:00:00.002Z',
      time: 1,
      request: {
        method: 'POST',
        url: 'http://h/orders?x=%41',
        queryString: [{ name: 'x', value: 'A' }],
        postData: { mimeType: 'application/json', text: '{"qty":"1"}' },
      },
      response: { status: 201, content: { text: '{}' } },
      comment: 'test/bad sent by trader',
    },
    { response: { status: 0, statusText: 'timeout' }, comment: 'test/bad lost by trader' },
  ]);
});

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

test('every check of the table is in the suite', async () => {
  const ids = new Set((await loadChecks()).map(({ id }) => id));
  expect(Object.keys(DECISIONS_OF_CHECKS).filter((id) => !ids.has(id))).toEqual([]);
});
