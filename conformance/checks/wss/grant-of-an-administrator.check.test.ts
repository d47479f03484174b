import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, authorised, closing, opened, probed, session } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { grantOfAnAdministrator } from './grant-of-an-administrator.check.ts';

const HELD = ['users:manage', 'orders:read', 'algos:manage'];
const me = (capabilities: unknown) => answer('GET /me', { status: 200, body: { user: { userId: 1, capabilities } } });
const granting = (capabilities: readonly string[], renewed = capabilities) => {
  const answered = [asked('auth', 'renewed'), authorised('renewed', 900, undefined, renewed)];
  return session([opened(900, undefined, capabilities), ...probed('greeted'), ...answered]);
};

test.each([
  ['the same', HELD, granting(HELD), HELD, 'pass'],
  ['sorted', HELD, granting(HELD.toSorted()), HELD, 'violated'],
  ['sorted for who renews', HELD, granting(HELD, HELD.toSorted()), HELD, 'violated'],
  ['one less', HELD, granting(HELD.slice(1)), HELD, 'violated'],
  ['changed meanwhile', HELD, granting(HELD), HELD.slice(1), 'inconclusive'],
  ['GET /me names none', undefined, granting(HELD), undefined, 'inconclusive'],
  ['access was revoked meanwhile', HELD, session([closing()]), HELD, 'inconclusive'],
  ['no session', HELD, session([], { status: 401 }), HELD, 'inconclusive'],
])('%s', (_, before, conversation, after, verdict) => {
  const history = historyOf({ before: me(before), session: conversation, after: me(after) });
  expect(judged(grantOfAnAdministrator, history).verdict).toBe(verdict);
});
