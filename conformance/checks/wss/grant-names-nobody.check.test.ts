import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { asked, authorised, but, event, granted, opened, session } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { grantNamesNobody } from './grant-names-nobody.check.ts';

const me = answer('GET /me', {
  status: 200,
  body: {
    user: { userId: 17, subject: 'auth0|4711', displayName: 'Ada', userScopes: ['orders:trade'] },
    organisation: { orgId: 4, externalOrgId: 'org-harbour' },
    capabilities: ['orders:trade'],
  },
});
const grant = granted(900);

function judged(first: object, second: object = grant, strict = false) {
  const answered = but(authorised('renewed', 900), { session: second });
  const conversation = session([event('sessionOpened', first), asked('auth', 'renewed'), answered]);
  return judge(grantNamesNobody, historyOf({ me, session: conversation }, { strict })).verdict;
}

test.each([
  ['capabilities and expiry', grant, grant, 'pass'],
  ['a session that has an id of its own (VER-05)', { ...grant, sessionId: 's-1', region: 'eu' }, grant, 'pass'],
  ['a capability that GET /me serves under several names', { ...grant, scopes: ['orders:trade'] }, grant, 'pass'],
  ['the user by number', { ...grant, userId: 17 }, grant, 'violated'],
  ['the organisation', { ...grant, org_id: 4 }, grant, 'violated'],
  ['the user inside another member', { ...grant, holder: { userId: 17 } }, grant, 'violated'],
  ['the accounts', { ...grant, accountIds: [1, 2] }, grant, 'violated'],
  ['what a client may do, of a newer contract', { ...grant, client: { heartbeatMs: 5 } }, grant, 'pass'],
  ['the subject at op auth', grant, { ...grant, sub: 'auth0|4711' }, 'violated'],
  ['the subject under another name', { ...grant, of: 'auth0|4711' }, grant, 'violated'],
  ['the organisation inside another member', grant, { ...grant, scope: { of: ['org-harbour'] } }, 'violated'],
  ['the subject among the capabilities', { ...grant, capabilities: ['auth0|4711'] }, grant, 'violated'],
])('%s', (_, first, second, verdict) => {
  expect(judged(first, second)).toBe(verdict);
});

test('the user beside the grant', () => {
  const conversation = session([
    but(opened(900), { userId: 17 }),
    asked('auth', 'renewed'),
    authorised('renewed', 900),
  ]);
  expect(judge(grantNamesNobody, historyOf({ me, session: conversation })).verdict).toBe('violated');
});

test('a member of its own adds nothing', () => {
  expect(judged({ ...grant, region: 'eu' }, grant, true)).toBe('violated');
  expect(judged(grant, grant, true)).toBe('pass');
});

test.each([
  ['no session', session([], { status: 401 })],
  ['no greeting', session([])],
  ['op auth is not answered', session([opened(900), asked('auth', 'renewed')])],
])('not judged: %s', (_, conversation) => {
  expect(judge(grantNamesNobody, historyOf({ me, session: conversation })).verdict).toBe('inconclusive');
});
