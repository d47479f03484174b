import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  but,
  event,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { ownerAwayIsNotServing } from './owner-away-is-not-serving.check.ts';

const sent = [opened(900), ...probed('greeted'), asked('submit', 'away')];
const answered = (...frames: readonly SampleFrame[]) => session([...sent, ...frames]);
const refused = (code: string) => refusedOp('submit', 'away', code, { retryable: true });
const notServing = refused('NOT_SERVING');
const taken = came({ op: 'submit', reqId: 'away', success: true });

test.each([
  ['NOT_SERVING', answered(notServing), true, 'pass'],
  ['NOT_SERVING, and why', answered(but(notServing, { reason: 'OWNER_ABSENT', owner: 'orders' })), true, 'pass'],
  ['of a member that is not our own', answered(event('notice', {}), notServing), false, 'pass'],
  ['OWNER_ABSENT', answered(refused('OWNER_ABSENT')), true, 'violated'],
  ['OWNER_ABSENT of any member', answered(refused('OWNER_ABSENT')), false, 'violated'],
  ['not retryable', answered(but(notServing, { retryable: false })), true, 'violated'],
  ['no word of retrying', answered(but(notServing, { retryable: undefined })), true, 'violated'],
  ['of another op', answered(but(notServing, { op: 'error' })), true, 'violated'],
  ['another code', answered(refused('BACKPRESSURE')), true, 'violated'],
  ['taken', answered(taken), true, 'violated'],
  ['closed on', session(sent, { closed: { code: 1011 } }), true, 'inconclusive'],
  ['no answer in time', answered(), true, 'inconclusive'],
  ['an op that the member does not serve', answered(refused('UNKNOWN_OP')), false, 'not-exercised'],
  ['a body that it cannot read', answered(refused('MALFORMED')), false, 'not-exercised'],
  ['refused for the order', answered(refused('INVALID_PRICE')), false, 'not-exercised'],
  ['taken by a member that is not our own', answered(taken), false, 'not-exercised'],
  ['not opened', refusedHandshake(), true, 'inconclusive'],
] as const)('%s', (_, sample, strict, verdict) => {
  expect(judged(ownerAwayIsNotServing, historyOf({ session: sample }, { strict })).verdict).toBe(verdict);
});
