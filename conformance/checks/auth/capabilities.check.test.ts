import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, type Sample } from '../../testing/sample-history.ts';

const refusal = { status: 403, code: 'CAPABILITY_DENIED', position: 7 };
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
const denied = answer('POST /orders', refusal);
const placed = answer('POST /orders', accepted);
const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

judgesOf(
  'auth/claims-grant-nothing',
  (plain: Sample, claiming: Sample, submitted: Sample) => ({ plain, claiming, submitted }),
  [
    ['nothing more is held', me(), me(), denied, 'pass'],
    ['the same in another order', me('a', 'b'), me('b', 'a'), denied, 'pass'],
    ['the token is refused for its claims', me(), unverified, denied, 'violated'],
    ['the caller is not served at all', unverified, unverified, denied, 'inconclusive'],
  ],
);

const put = (status: number) => answer('PUT /users/4', { status, position: 9 });
const refusedForItself = answer('POST /orders', { status: 403, code: 'NO_REFERENCE_PRICE', position: 9 });

judges(
  'auth/records-decide',
  { me: me(), before: denied, granted: put(200), 'while granted': placed, cleared: put(200), after: denied },
  [
    ['granted, and of no account', { 'while granted': denied }, 'violated'],
    ['the order is refused for itself', { 'while granted': refusedForItself }, 'inconclusive'],
    ['granted already', { before: placed }, 'inconclusive'],
    ['not restated', { granted: put(400) }, 'inconclusive'],
    [
      'GET /me does not name the viewer',
      { before: [], granted: [], 'while granted': [], cleared: [], after: [] },
      'inconclusive',
    ],
  ],
);

const arm = (status: number, code?: string, over: object = { position: 9 }) =>
  answer('POST /asset-policies/7/approve', { status, ...(code !== undefined && { code }), ...over });
const again = { position: 9, replay: true };

judges(
  'auth/proposer-and-approver',
  {
    proposed: answer('POST /asset-policies', { status: 201, position: 8 }),
    'approves own': arm(403, 'SELF_APPROVAL'),
    'approves own again': arm(403, 'SELF_APPROVAL', again),
    "withdraws another's": arm(403, 'NOT_PROPOSER'),
    "withdraws another's again": arm(403, 'NOT_PROPOSER', again),
    'withdraws own': arm(200),
  },
  [
    ['a deputy who may not', { "withdraws another's": arm(403, 'CAPABILITY_DENIED') }, 'inconclusive'],
    ['no such arm', { 'withdraws own': arm(404, 'ROUTE_NOT_FOUND', {}) }, 'inconclusive'],
    [
      'not proposed',
      {
        proposed: answer('POST /asset-policies', { status: 400, code: 'MALFORMED_REQUEST' }),
        'approves own': [],
        'approves own again': [],
        "withdraws another's": [],
        "withdraws another's again": [],
        'withdraws own': [],
      },
      'inconclusive',
    ],
  ],
);
