import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  but,
  closing,
  event,
  expiring,
  GREETED,
  opened,
  probed,
  refusedHandshake,
  session,
} from '../../testing/sample-conversation.ts';
import type { Sample, SampleFrame } from '../../testing/sample-history.ts';
import { answer, came } from '../../testing/sample-history.ts';

const probe = probed('greeted');
const greeting = (members: object) => but(opened(900), members);

judgesOf('wss/greeting-comes-first', (...frames: readonly SampleFrame[]) => ({ session: session(frames) }), [
  ['first', opened(900), ...probe, 'pass'],
  ['of a binding that never expires', opened(0), ...probe, 'pass'],
  ['without any capability', opened(900, undefined, []), ...probe, 'pass'],
  ['with a hint after it (A96)', opened(30), expiring(30, 30_000), ...probe, 'pass'],
  ['with members of a newer contract', greeting({ version: '1.5.0' }), ...probe, 'pass'],
  ['access was revoked meanwhile', closing(), 'inconclusive'],
  ['nothing in time', 'inconclusive'],
  ["later than the client's first message", probe[0], opened(900), probe[1], ['inconclusive', 'violated']],
]);

const at = (frame: SampleFrame, atMs: number): SampleFrame => ({ ...frame, atMs });
/** Opened at 0, and the client sent nothing for ten seconds. */
const late = (greetedAtMs: number) =>
  session([at(probe[0], 10_000), at(opened(900), greetedAtMs), at(probe[1], 14_000)], { sentAtMs: 0, answeredAtMs: 0 });

judges('wss/greeting-comes-first', { session: late(10_003) }, [
  ['so once, and in time then', { 'once more': [late(10_005), session(GREETED)] }, 'inconclusive'],
  ['late by any time', { 'once more': [late(13_500), late(13_700)] }, 'inconclusive'],
  ['no session', { session: session([], { status: 401 }) }, 'inconclusive'],
  ['late, and not tried again', {}, 'inconclusive'],
]);

const user = answer('PUT /users/2', { status: 200, position: 7n, body: {} });
const left = (code: number, ...frames: readonly SampleFrame[]) => ({ session: session(frames, { closed: { code } }) });
const leaving = (data: object) => left(4003, but(closing(), { data: { code: 'PRINCIPAL_REVOKED', ...data } }));
const ask = asked('touchstoneProbe', 'r1');
const unclosed = { session: session([closing(), ask]) };

judges(
  'wss/revoked-before-the-first-frame',
  {
    DISABLED: user,
    meanwhile: answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }),
    ...left(4003, closing()),
    ACTIVE: user,
  },
  [
    ['in no more than a code', leaving({}), 'pass'],
    ['with other fields (not shown)', leaving({ message: 'bye', atNs: '1', retryable: false }), 'pass'],
    ['the probe was sent meanwhile', left(4003, closing(), ask), 'pass'],
    [
      'not closed in time',
      { ...unclosed, ACTIVE: answer('PUT /users/2', { status: 503, code: 'NOT_SERVING' }) },
      'inconclusive',
    ],
    ['no frame in time', { session: session() }, 'inconclusive'],
    [
      'the user was not disabled',
      { DISABLED: answer('PUT /users/2', { status: 400, code: 'MALFORMED_REQUEST' }) },
      'inconclusive',
    ],
    ['still served', { meanwhile: answer('GET /me', { status: 200, body: {} }) }, 'inconclusive'],
    ['not opened', { session: refusedHandshake() }, 'inconclusive'],
    ['the user is not known', { session: [] }, 'inconclusive'],
  ],
);

const after = (...frames: readonly SampleFrame[]) => session([...GREETED, ...frames]);
const greetedBy = (members: object) => session([greeting(members), ...probe]);
const refused = came({ op: 'x', reqId: 'y', success: false, code: 'UNKNOWN_OP', msgType: 'refusal' });

judgesOf('wss/one-kind-name', (sample: Sample) => ({ session: sample }), [
  ['one name, and more members', greetedBy({ seq: 7 }), 'pass'],
  ['a kind that is new', after(event('serverNotice', { text: 'x' })), 'pass'],
  ['an answer that has a kind too', after(refused), 'pass'],
  ['no event', after(came({ pulse: 1 })), 'pass'],
  ['no event at all', session(probe), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
]);

const order = answer('POST /orders', { status: 201, position: 7n, body: { orderId: '9' } });
const none = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7n });
const updated = event('orderUpdated', { orderId: '9' });
const channel = after(but(updated, { msgType: 'orders' }));

judges('wss/one-kind-name-of-orders', { session: after(updated), order }, [
  ['one name', {}, ['not-exercised', 'pass']],
  [
    'of an execution too',
    { session: after(updated, event('executed', { executionId: '1' })) },
    ['not-exercised', 'pass'],
  ],
  ['no msgType', { session: after(but(updated, { msgType: undefined })) }, ['not-exercised', 'violated']],
  ['no event name', { session: after(but(updated, { event: undefined })) }, ['not-exercised', 'violated']],
  ['the channel in its place', { session: channel }, ['not-exercised', 'violated']],
  ['no event of an order', { session: after() }, ['not-exercised', 'inconclusive']],
  [
    'the greeting is judged by another check',
    { session: session([greeting({ msgType: 'x' }), updated]) },
    ['not-exercised', 'pass'],
  ],
  ['no order', { session: after(), order: none }, ['not-exercised', 'inconclusive']],
  ['not opened', { session: refusedHandshake(), order: none }, ['not-exercised', 'inconclusive']],
]);

judgesOf('wss/one-kind-name-of-orders', () => ({}), [['nothing was asked of a deployed member', 'not-exercised']]);
