import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, opened, probed, refusedOp, session } from '../../testing/sample-conversation.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { codesNeverEmitted } from './codes-never-emitted.check.ts';

const after = (code: string, op = 'auth') =>
  session([opened(900), ...probed('greeted'), asked('auth', 'r1'), refusedOp(op, 'r1', code)]);

test.each([
  ['INVALID_TOKEN', after('INVALID_TOKEN'), 'pass'],
  ['a code of a newer contract', after('TOKEN_REVOKED'), 'pass'],
  ['SESSION_EXPIRED', after('SESSION_EXPIRED'), 'pass'],
  ['UNAUTHENTICATED', after('UNAUTHENTICATED'), 'violated'],
  ['OWNER_ABSENT of an order', after('OWNER_ABSENT', 'submit'), 'violated'],
  ['nothing refused', session([opened(900)]), 'inconclusive'],
  ['UNAUTHENTICATED at the handshake', session([], { status: 401, code: 'UNAUTHENTICATED' }), 'inconclusive'],
])('%s', (_, conversation, verdict) => {
  expect(judged(codesNeverEmitted, historyOf({ session: conversation })).verdict).toBe(verdict);
});
