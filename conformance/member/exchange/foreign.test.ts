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
  [
    'an HTML page of a proxy is foreign',
    answered(502, 'text/html', page, [['Server', 'nginx']]),
    USUAL,
    '502 text/html, server nginx',
  ],
  ['a 503 without envelope is foreign', answered(503, 'text/plain'), USUAL, '503 text/plain'],
  ['a redirect is foreign', answered(302, 'text/html', ''), USUAL, '302 empty'],
  [
    "a response with X-Request-Id is the member's",
    answered(503, 'text/plain', 'words', [['X-Request-Id', 'r-1']]),
    USUAL,
    undefined,
  ],
  [
    "JSON in capitals is the member's",
    answered(422, 'Application/JSON; charset="UTF-8"', '{"message":"no"}'),
    USUAL,
    undefined,
  ],
  [
    "a refusal with the envelope is the member's",
    answered(404, 'application/json', '{"error":{"code":"NOT_FOUND"}}'),
    USUAL,
    undefined,
  ],
  [
    "a web server's refusal of raw bytes is the member's",
    answered(400, 'text/plain'),
    { ...USUAL, isRaw: true },
    undefined,
  ],
  [
    "a refusal without envelope is the member's if all its refusals are",
    answered(404, 'text/plain'),
    { ...USUAL, areBareOnesOwn: true },
    undefined,
  ],
  // The session deployed an older member or crashed one, so the target's contract does not apply to its responses.
  ["a 503 without envelope in a disturbed session is the member's", answered(503, 'text/plain'), DISTURBED, undefined],
  ['an HTML page in a disturbed session is foreign', answered(502, 'text/html', page), DISTURBED, '502 text/html'],
])('%s', (_, answer, rule, foreign) => {
  expect(foreignIn(answer, rule)).toBe(foreign);
});
