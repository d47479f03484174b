import { judges } from '../../testing/judges.ts';
import { asked, mint, opened, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import { answer, came } from '../../testing/sample-history.ts';

const ticket = mint('<ticket 1>', 0, 10);
const minted = [ticket, ticket];

const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
const granted = (...capabilities: string[]) => session([opened(900, undefined, capabilities)]);
const [TRADES, MANAGES] = ['orders:trade', 'users:manage'];

judges(
  'tkt/ticket-grants-its-minter',
  {
    'me of trader': me(TRADES),
    'me of admin': me(TRADES, MANAGES),
    minted,
    'session of admin': granted(TRADES, MANAGES),
    'session of trader': granted(TRADES),
  },
  [
    ['of another user too', { 'me of viewer': me(), 'session of viewer': granted() }, 'pass'],
    [
      'another user awaits admission',
      { 'me of viewer': answer('GET /me', { status: 403 }), 'minted by another': mint('', 0, 10, { status: 403 }) },
      'pass',
    ],
    ['both hold the same', { 'me of admin': me(TRADES) }, 'not-exercised'],
    ['GET /me is refused', { 'me of admin': answer('GET /me', { status: 403 }) }, 'inconclusive'],
    ['a ticket is refused', { 'session of admin': refusedHandshake() }, 'inconclusive'],
    ['none minted', { minted: mint('', 0, 10, { status: 503 }) }, 'inconclusive'],
  ],
);

const own = (userId: unknown) => answer('POST /orders', { status: 201, body: { orderId: '7', userId } });
const ordered = (order: object) =>
  session([opened(900), asked('submit', 'ordered'), came({ op: 'submit', reqId: 'ordered', success: true, order })]);
const unknown = session([opened(900), asked('submit', 'ordered'), refusedOp('submit', 'ordered', 'UNKNOWN_OP')]);

judges(
  'tkt/ticket-orders-as-its-minter',
  {
    'own of trader': own(2),
    'own of admin': own(1),
    minted,
    'session of admin': ordered({ userId: 1 }),
    'session of trader': ordered({ userId: 2 }),
  },
  [
    ['both of the last minter', { 'session of trader': ordered({ userId: 1 }) }, 'violated'],
    ['the op is not served', { 'session of trader': unknown, 'session of admin': unknown }, 'not-exercised'],
    ['the answer is not the order', { 'session of trader': ordered({}) }, 'not-exercised'],
    ['both are one user', { 'own of admin': own(2) }, 'not-exercised'],
    ['an order that names no user', { 'own of admin': own(undefined) }, 'inconclusive'],
    ['a ticket is refused', { 'session of admin': refusedHandshake() }, 'inconclusive'],
  ],
);
