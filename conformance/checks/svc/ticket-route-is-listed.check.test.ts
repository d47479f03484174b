import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ticketRouteIsListed } from './ticket-route-is-listed.check.ts';

const TAG = 'WebSocket tickets';
const route = { post: { tags: [TAG], operationId: 'mintTicket' } };
const paths = { '/orders': { get: { tags: ['Orders'] }, post: {} }, '/v1/ws-tickets': route };
const NEXT = '0.15.0';

test.each([
  ['listed, alone below a version', paths, undefined, 'pass'],
  ['under a second tag too', { ...paths, '/v1/ws-tickets': { post: { tags: ['Sessions', TAG] } } }, undefined, 'pass'],
  ['a path that begins like a version', { ...paths, '/versions': { get: {} } }, undefined, 'pass'],
  ['a further route of a newer contract', { ...paths, '/v1/streams': { get: {} } }, NEXT, 'pass'],
  ['a further route of this one', { ...paths, '/v1/streams': { get: {} } }, undefined, 'violated'],
  ['another path below a version', { ...paths, '/v1/orders': { get: {} } }, undefined, 'violated'],
  ['below another version', { ...paths, '/v2/orders': { get: {} } }, undefined, 'violated'],
  ['not listed', { '/orders': { get: {} } }, undefined, 'violated'],
  ['not listed by a newer contract', { '/orders': { get: {} } }, NEXT, 'violated'],
  ['without its prefix', { '/ws-tickets': route }, undefined, 'violated'],
  ['by another method', { '/v1/ws-tickets': { put: { tags: [TAG] } } }, undefined, 'violated'],
  ['under another tag', { '/v1/ws-tickets': { post: { tags: ['Tickets'] } } }, undefined, 'violated'],
  ['under no tag', { '/v1/ws-tickets': { post: {} } }, undefined, 'violated'],
] as const)('%s', (_, listed, rest, verdict) => {
  const document = answer('GET /openapi.json', { status: 200, body: { openapi: '3.1.0', paths: listed } });
  const history = historyOf({ document }, rest === undefined ? {} : { rest });
  expect(judged(ticketRouteIsListed, history).verdict).toBe(verdict);
});

test('no document leaves it open', () => {
  const document = answer('GET /openapi.json', { status: 503, code: 'NOT_PRIMED' });
  expect(judged(ticketRouteIsListed, historyOf({ document })).verdict).toBe('inconclusive');
});
