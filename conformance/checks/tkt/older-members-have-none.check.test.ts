import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderMembersHaveNone } from './older-members-have-none.check.ts';

test.each([
  ['not there', answer('POST /v1/ws-tickets', { status: 404, code: 'NOT_FOUND' }), 'pass'],
  ['not there, in no envelope', answer('POST /v1/ws-tickets', { status: 404, body: 'Not Found' }), 'pass'],
  ['a ticket', mint('<ticket 1>', 0, 10), 'violated'],
  ['a refusal of the body', answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
])('%s', (_, asked, verdict) => {
  expect(judged(olderMembersHaveNone, historyOf({ asked })).verdict).toBe(verdict);
});
