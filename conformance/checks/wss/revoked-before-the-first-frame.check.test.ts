import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  but,
  closing,
  opened,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer, came, historyOf } from '../../testing/sample-history.ts';
import { revokedBeforeTheFirstFrame } from './revoked-before-the-first-frame.check.ts';

const user = answer('PUT /users/2', { status: 200, position: 7n, body: {} });
const left = (code: number, ...frames: readonly SampleFrame[]) => session(frames, { closed: { code } });
const good = {
  DISABLED: user,
  meanwhile: answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }),
  session: left(4003, closing()),
  ACTIVE: user,
};
const leaving = (data: object) => ({
  session: left(4003, but(closing(), { data: { code: 'PRINCIPAL_REVOKED', ...data } })),
});
const probe = asked('touchstoneProbe', 'r1');
const refused = refusedOp('touchstoneProbe', 'r1', 'UNKNOWN_OP');

test.each([
  ['it takes leave', {}, 'pass'],
  ['in no more than a code', leaving({}), 'pass'],
  ['with other fields (not shown)', leaving({ message: 'bye', atNs: '1', retryable: false }), 'pass'],
  ['the probe was sent meanwhile', { session: left(4003, closing(), probe) }, 'pass'],
  ['it greets', { session: left(4003, opened(900)) }, 'violated'],
  ['it greets first', { session: left(4003, opened(900), closing()) }, 'violated'],
  ['another code', leaving({ code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
  ['retryable', leaving({ retryable: true }), 'violated'],
  ['by two names', { session: left(4003, but(closing(), { msgType: 'closing' })) }, 'violated'],
  ['a close code of its own', { session: left(4001, closing()) }, 'violated'],
  ['a session that goes on', { session: session([closing(), probe, refused]) }, 'violated'],
  ['a greeting behind it', { session: left(4003, closing(), opened(900)) }, 'violated'],
  ['without a word', { session: left(4003) }, 'violated'],
  ['something else first', { session: left(4003, came({ pulse: 1 }), closing()) }, 'violated'],
  ['not closed by a member that answers', { session: session([closing(), probe]) }, 'violated'],
  [
    'not closed in time',
    { session: session([closing(), probe]), ACTIVE: answer('PUT /users/2', { status: 503, code: 'NOT_SERVING' }) },
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
] as const)('%s', (_, over, verdict) => {
  expect(judged(revokedBeforeTheFirstFrame, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});

test('nobody knows who the user is', () => {
  expect(judged(revokedBeforeTheFirstFrame, historyOf({})).verdict).toBe('inconclusive');
});
