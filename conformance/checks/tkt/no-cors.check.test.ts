import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noCors } from './no-cors.check.ts';

const preflight = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answer('OPTIONS /v1/ws-tickets', { status, headers });

test.each([
  ['refused', [mint('<ticket 1>', 0, 10), preflight(401), preflight(405)], 'pass'],
  ['OPTIONS answered without a word of CORS', [mint('<ticket 1>', 0, 10), preflight(204, { Allow: 'POST' })], 'pass'],
  ['the origin is one of the things it varies by', [preflight(404, { Vary: 'Origin' })], 'pass'],
  ['any origin', [preflight(204, { 'Access-Control-Allow-Origin': '*' })], 'violated'],
  ['in small letters', [preflight(401, { 'access-control-allow-methods': 'POST' })], 'violated'],
  [
    'on the answer with the ticket',
    [mint('<ticket 1>', 0, 10, { headers: { 'Access-Control-Allow-Origin': 'https://elsewhere.example' } })],
    'violated',
  ],
])('%s', (_, samples, verdict) => {
  expect(judged(noCors, historyOf(samples)).verdict).toBe(verdict);
});
