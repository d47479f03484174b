import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { opened, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { unverifiableBearer } from './unverifiable-bearer.check.ts';

const [open, refused] = [session([opened(900)]), refusedHandshake()];
const usual = { expired: refused, 'another audience': refused, 'nothing wrong': open };

test.each([
  ['each refused', {}, 'pass'],
  ['the expired opens', { expired: open }, 'violated'],
  ['another audience opens', { 'another audience': open }, 'violated'],
  ['the good one opens nothing', { 'nothing wrong': refused }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(unverifiableBearer, historyOf({ ...usual, ...over })).verdict).toBe(verdict);
});
