import { expect, test } from 'vitest';
import type { RecordedResponse } from './exchange.ts';
import { type ForeignRule, foreignIn } from './foreign.ts';

const USUAL: ForeignRule = { isDisturbed: false, areBareOnesOwn: false, isRaw: false };
const DISTURBED: ForeignRule = { ...USUAL, isDisturbed: true };
const answered = (status: number, type: string, body = 'words', headers: RecordedResponse['headers'] = []) => ({
  request: { method: 'GET', path: '/orders', headers: [], body: null },
  response: { status, headers: [['Content-Type', type], ...headers] as RecordedResponse['headers'], body },
});
const page = '<html></html>';

test.each<[string, ReturnType<typeof answered>, ForeignRule, string | undefined]>([
  ['a page of a proxy', answered(502, 'text/html', page, [['Server', 'nginx']]), USUAL, '502 text/html, server nginx'],
  ['a bare 503', answered(503, 'text/plain'), USUAL, '503 text/plain'],
  ['a redirect', answered(302, 'text/html', ''), USUAL, '302 empty'],
  ['what names its request', answered(503, 'text/plain', 'words', [['X-Request-Id', 'r-1']]), USUAL, undefined],
  ['what has the envelope', answered(404, 'application/json', '{"error":{"code":"NOT_FOUND"}}'), USUAL, undefined],
  ['what a web server says to raw bytes', answered(400, 'text/plain'), { ...USUAL, isRaw: true }, undefined],
  ['a bare refusal where all are', answered(404, 'text/plain'), { ...USUAL, areBareOnesOwn: true }, undefined],
  // The session deployed an older member or crashed one, so the target's contract does not apply to its responses.
  ['a bare 503 of a disturbed session', answered(503, 'text/plain'), DISTURBED, undefined],
  ['a page in a disturbed session', answered(502, 'text/html', page), DISTURBED, '502 text/html'],
])('%s', (_, answer, rule, foreign) => {
  expect(foreignIn(answer, rule)).toBe(foreign);
});
