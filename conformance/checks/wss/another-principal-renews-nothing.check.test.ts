import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, authorised, expiring, opened, probed, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { anotherPrincipalRenewsNothing } from './another-principal-renews-nothing.check.ts';

const LAPSED = { closed: { code: 4001 } };
const forbidden = refusedOp('auth', 'other', 'FORBIDDEN_PRINCIPAL');

function lived(answer: SampleFrame | undefined, behind: readonly SampleFrame[], over: ConversationOptions = LAPSED) {
  const other = answer === undefined ? [] : [asked('auth', 'other'), answer];
  return session([opened(300), ...probed('greeted'), ...other, ...behind], over);
}

const before = [expiring(300, 60_000), ...probed('before')];
const untouched = lived(undefined, [...before, asked('touchstoneProbe', 'after')]);

test.each([
  ['closed at its own time', lived(forbidden, before), untouched, 'pass'],
  ['by any code, and none hinted at (A95)', lived(forbidden, probed('before'), { closed: {} }), untouched, 'pass'],
  ['it lives on', lived(forbidden, [...before, ...probed('after')], {}), untouched, 'violated'],
  ['it was closed at once', lived(forbidden, []), untouched, 'violated'],
  ['the other is let in', lived(authorised('other', 1_200), before), untouched, 'violated'],
  ['nothing lapses', lived(forbidden, probed('after'), {}), lived(undefined, probed('after'), {}), 'inconclusive'],
  ['no session', session([], { status: 503, code: 'NOT_PRIMED' }), untouched, 'inconclusive'],
])('%s', (_, touched, other, verdict) => {
  const history = historyOf({ session: touched, untouched: other }, { strict: true });
  expect(judged(anotherPrincipalRenewsNothing, history).verdict).toBe(verdict);
});
