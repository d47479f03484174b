import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  event,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { olderSessionsAuthenticateByOp } from './older-sessions-authenticate-by-op.check.ts';

const auth = asked('auth', 'authenticated');
const taken = authorised('authenticated', 900);
const answered = (...frames: readonly SampleFrame[]) => session([auth, ...frames]);
const refused = (code: string, retryable: boolean) => answered(refusedOp('auth', 'authenticated', code, { retryable }));
const busy = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };

test.each([
  ['let in, and authenticated', answered(taken), 'pass'],
  ['with another grant, or none', answered(but(taken, { session: undefined })), 'pass'],
  ['told first what it needs', session([event('authRequired', {}), auth, taken]), 'pass'],
  ['refused at the handshake', refusedHandshake(), 'violated'],
  ['its op auth refused', refused('INVALID_TOKEN', false), 'violated'],
  ['its op auth unknown', refused('UNKNOWN_OP', false), 'violated'],
  ['closed on', session([auth], { closed: { code: 4001 } }), 'violated'],
  ['busy at the handshake', refusedHandshake(busy), 'inconclusive'],
  ['busy at the op', refused('NOT_PRIMED', true), 'inconclusive'],
  ['no answer in time', answered(), 'inconclusive'],
  ['it goes away', session([auth], { closed: { code: 1012 } }), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(olderSessionsAuthenticateByOp, historyOf({ session: sample })).verdict).toBe(verdict);
});
