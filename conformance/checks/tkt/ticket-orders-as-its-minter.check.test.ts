import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, mint, opened, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, came, historyOf } from '../../testing/sample-history.ts';
import { ticketOrdersAsItsMinter } from './ticket-orders-as-its-minter.check.ts';

const own = (userId: unknown) => answer('POST /orders', { status: 201, body: { orderId: '7', userId } });
const ordered = (order: object) =>
  session([opened(900), asked('submit', 'ordered'), came({ op: 'submit', reqId: 'ordered', success: true, order })]);
const unknown = session([opened(900), asked('submit', 'ordered'), refusedOp('submit', 'ordered', 'UNKNOWN_OP')]);
const minted = mint('<ticket 1>', 0, 10);

const GOOD = {
  'own of trader': own(2),
  'own of admin': own(1),
  minted: [minted, minted],
  'session of admin': ordered({ userId: 1 }),
  'session of trader': ordered({ userId: 2 }),
};

test.each<[string, Record<string, Sample | Sample[]>, string]>([
  ['each their own', {}, 'pass'],
  ['both of the last minter', { 'session of trader': ordered({ userId: 1 }) }, 'violated'],
  ['the op is not served', { 'session of trader': unknown, 'session of admin': unknown }, 'not-exercised'],
  ['the answer is no row', { 'session of trader': ordered({}) }, 'not-exercised'],
  ['both are one user', { 'own of admin': own(2) }, 'not-exercised'],
  ['an order that names no user', { 'own of admin': own(undefined) }, 'inconclusive'],
  ['a ticket is refused', { 'session of admin': refusedHandshake() }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(ticketOrdersAsItsMinter, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
