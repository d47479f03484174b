/** The refusal of a request over the limit, built from the raw head, equals that of the parsed request. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { serve } from '../testing/sample-platform.ts';

const head = (line = '') => `GET /me HTTP/1.1\r\nHost: x${line}`;
const of = (line = '') => ({ method: 'GET', target: '/me', head: head(line) });

async function afterTheFirst() {
  const serving = await serve();
  const { member } = serving;
  expect(member.refusal(of())).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  return { serving, refusal: (line?: string) => String(member.refusal(of(line))) };
}

test('status, headers and body equal those of the parsed request', async () => {
  const { serving, refusal } = await afterTheFirst();
  await using _ = serving;
  const server = createServer((request, response) => serving.member.handle(request, response, true));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const parsed = await fetch(`http://127.0.0.1:${port}/me`, { headers: { 'X-Request-Id': 'request-1' } });
  const [start = '', ...lines] = refusal('\r\nx-request-id: request-1').split('\r\n');
  expect(start).toBe(`HTTP/1.1 ${parsed.status} ${parsed.statusText}`);
  const body = lines.pop();
  const pairs = lines.flatMap((line) => (line === '' ? [] : [line.split(': ', 2)]));
  const headers = Object.fromEntries(pairs.map(([name = '', value]) => [name.toLowerCase(), value]));
  const { 'keep-alive': _1, ...sent } = Object.fromEntries(parsed.headers);
  expect({ ...headers, date: '' }).toEqual({ ...sent, date: '' });
  expect(body).toBe(await parsed.text());
  expect(JSON.parse(body ?? '')).toMatchObject({ error: { code: 'IN_FLIGHT_FULL', requestId: 'request-1' } });
  server.close().closeAllConnections();
});

test.each([
  ['none', ''],
  ['an invalid id', '\r\nX-Request-Id: no'],
  ['two', '\r\nX-Request-Id: request-1\r\nX-Request-Id: request-2'],
])('a request gets a generated id, with X-Request-Id: %s', async (_, line) => {
  const { serving, refusal } = await afterTheFirst();
  await using _1 = serving;
  const text = refusal(line);
  const [, id = ''] = /X-Request-Id: ([A-Za-z0-9._-]{8,128})\r\n/.exec(text) ?? [];
  expect(['', 'request-1', 'request-2']).not.toContain(id);
  expect(text).toContain(`"requestId":"${id}"`);
});
