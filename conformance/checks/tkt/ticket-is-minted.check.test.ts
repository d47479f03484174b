import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, ns, rateLimited } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ticketIsMinted } from './ticket-is-minted.check.ts';

const STORED = { headers: { 'Cache-Control': 'no-store' } };
const good = (mark: string, over = {}) => mint(mark, 0, 10, { ...STORED, ...over });
const saying = (body: object) => good('<ticket 3>', { body });
const body = { ticket: '<ticket 3>', expiresAtNs: ns(10), stream: 'trading' };

test.each([
  ['another each time', good('<ticket 3>'), 'pass'],
  ['among other directives', good('<ticket 3>', { headers: { 'Cache-Control': 'Private, No-Store' } }), 'pass'],
  ['a member of a newer contract besides (VER-05)', saying({ ...body, region: 'eu' }), 'pass'],
  ['the same again', good('<ticket 1>'), 'violated'],
  ['no ticket', saying({ ...body, ticket: undefined }), 'violated'],
  ['an expiry that is a number', saying({ ...body, expiresAtNs: 10_000_000_000 }), 'violated'],
  ['no stream', saying({ ...body, stream: undefined }), 'violated'],
  ['another stream', saying({ ...body, stream: 'Trading' }), 'violated'],
  ['no Cache-Control', good('<ticket 3>', { headers: {} }), 'violated'],
  ['no-cache', good('<ticket 3>', { headers: { 'Cache-Control': 'no-cache' } }), 'violated'],
  ['created', good('<ticket 3>', { status: 201 }), 'violated'],
  ['a key is owed', answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['past the limit', rateLimited(), 'inconclusive'],
  [
    'a member without a signing key',
    answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' }),
    'not-exercised',
  ],
])('%s', (_, third, verdict) => {
  const history = historyOf({ minted: [good('<ticket 1>'), good('<ticket 2>'), third] });
  expect(judged(ticketIsMinted, history).verdict).toBe(verdict);
});

test('two that were refused are not the same ticket', () => {
  const limited = rateLimited();
  const history = historyOf({ minted: [good('<ticket 1>'), limited, limited] });
  expect(judged(ticketIsMinted, history).verdict).toBe('inconclusive');
});
