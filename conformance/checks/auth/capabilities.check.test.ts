import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import { capabilityDenied, claimsGrantNothing, proposerAndApprover, recordsDecide } from './capabilities.check.ts';

const refusal = { status: 403, code: 'CAPABILITY_DENIED', position: 7 };
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

judgesOf(
  capabilityDenied,
  (denied: AnswerOptions, retried: AnswerOptions) => ({
    denied: answer('POST /orders', denied),
    retried: answer('POST /orders', retried),
  }),
  [
    ['recorded and replayed', refusal, { ...refusal, replay: true }, 'pass'],
    ['accepted', accepted, { ...accepted, replay: true }, 'violated'],
    ['not recorded', { status: 403, code: 'CAPABILITY_DENIED' }, { ...refusal, replay: true }, 'violated'],
    ['another code', { ...refusal, code: 'FORBIDDEN_PRINCIPAL' }, { ...refusal, replay: true }, 'violated'],
    ['the retry judged anew', refusal, { ...refusal, position: 8 }, 'violated'],
    ['the retry does not say that it replays', refusal, refusal, 'violated'],
    ['the retry accepted', refusal, accepted, 'violated'],
  ],
);

const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
const denied = answer('POST /orders', refusal);
const placed = answer('POST /orders', accepted);
const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

judgesOf(claimsGrantNothing, (plain: Sample, claiming: Sample, submitted: Sample) => ({ plain, claiming, submitted }), [
  ['nothing more is held', me(), me(), denied, 'pass'],
  ['the same in another order', me('a', 'b'), me('b', 'a'), denied, 'pass'],
  ['what is claimed is served', me(), me('orders:trade'), denied, 'violated'],
  ['what is claimed is allowed', me(), me(), placed, 'violated'],
  ['the token is refused for its claims', me(), unverified, denied, 'violated'],
  ['the caller is not served at all', unverified, unverified, denied, 'inconclusive'],
]);

const put = (status: number) => answer('PUT /users/4', { status, position: 9 });
const deniedAtTheDoor = answer('POST /orders', { status: 403, code: 'CAPABILITY_DENIED' });
const refusedForItself = answer('POST /orders', { status: 403, code: 'NO_REFERENCE_PRICE', position: 9 });

judges(
  recordsDecide,
  { me: me(), before: denied, granted: put(200), 'while granted': placed, cleared: put(200), after: denied },
  [
    ['granted, and of no account', { 'while granted': denied }, 'violated'],
    ['cleared, and of no account', { after: placed }, 'violated'],
    ['cleared, and denied by the door', { after: deniedAtTheDoor }, 'violated'],
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
  proposerAndApprover,
  {
    proposed: answer('POST /asset-policies', { status: 201, position: 8 }),
    'approves own': arm(403, 'SELF_APPROVAL'),
    'approves own again': arm(403, 'SELF_APPROVAL', again),
    "withdraws another's": arm(403, 'NOT_PROPOSER'),
    "withdraws another's again": arm(403, 'NOT_PROPOSER', again),
    'withdraws own': arm(200),
  },
  [
    ['approved by its proposer', { 'approves own': arm(200), "withdraws another's": arm(409, 'OTHER') }, 'violated'],
    ['refused at the door', { 'approves own': arm(403, 'SELF_APPROVAL', {}) }, 'violated'],
    ['refused under another code', { 'approves own': arm(403, 'NOT_PROPOSER') }, 'violated'],
    ['judged again', { 'approves own again': arm(403, 'SELF_APPROVAL') }, 'violated'],
    ['withdrawn by another', { "withdraws another's": arm(200) }, 'violated'],
    ['withdrawn by another under another code', { "withdraws another's": arm(409, 'OTHER') }, 'violated'],
    ['withdrawal judged again', { "withdraws another's again": arm(403, 'NOT_PROPOSER') }, 'violated'],
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
