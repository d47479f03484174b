import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { asked, authorised, but, opened, probed, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { ConversationOptions, Sample, SampleFrame } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { anotherPrincipalIsRefused } from './another-principal-is-refused.check.ts';

const me = (userId: number, orgId: number, capabilities = ['orders:trade']) =>
  answer('GET /me', { status: 200, body: { userId, orgId, capabilities } });
const forbidden = (reqId: string) => refusedOp('auth', reqId, 'FORBIDDEN_PRINCIPAL');
const USUAL = {
  own: authorised('own', 900),
  colleague: forbidden('colleague'),
  stranger: forbidden('stranger'),
  ownAgain: authorised('ownAgain', 900),
};
const PEOPLE = { colleague: me(2, 1), stranger: me(3, 2), me: me(1, 1) };

function judged(
  over: Readonly<Record<string, SampleFrame>> = {},
  people: Readonly<Record<string, Sample>> = {},
  closed?: ConversationOptions['closed'],
) {
  const answers = Object.entries({ ...USUAL, ...over });
  const frames = [opened(900), ...probed('greeted'), ...answers.flatMap(([reqId, a]) => [asked('auth', reqId), a])];
  const conversation = session(frames, closed === undefined ? {} : { closed });
  return judge(anotherPrincipalIsRefused, historyOf({ ...PEOPLE, ...people, session: conversation })).verdict;
}

test.each<[string, Readonly<Record<string, SampleFrame>>, string]>([
  ['both refused, and the own credential taken on', {}, 'pass'],
  ['a later lease of the own (A94)', { ownAgain: authorised('ownAgain', 1_800) }, 'pass'],
  ['a member of a newer contract in the refusal', { colleague: but(forbidden('colleague'), { hint: 'x' }) }, 'pass'],
  ['the colleague is taken', { colleague: authorised('colleague', 900) }, 'violated'],
  ['the stranger is taken', { stranger: authorised('stranger', 900) }, 'violated'],
  ['another code', { stranger: refusedOp('auth', 'stranger', 'INVALID_TOKEN') }, 'violated'],
  ['another op', { colleague: but(forbidden('colleague'), { op: 'error' }) }, 'violated'],
  ['no message', { colleague: but(forbidden('colleague'), { message: undefined }) }, 'violated'],
  ['the own is foreign then', { ownAgain: forbidden('ownAgain') }, 'violated'],
  ["the grant is another's then", { ownAgain: authorised('ownAgain', 900, undefined, []) }, 'violated'],
  ['too busy', { colleague: refusedOp('auth', 'colleague', 'RATE_LIMITED', { retryable: true }) }, 'inconclusive'],
  ['nobody can renew', { own: refusedOp('auth', 'own', 'INVALID_TOKEN') }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(over)).toBe(verdict);
});

const expired = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const invalid = { colleague: refusedOp('auth', 'colleague', 'INVALID_TOKEN') };
const renewed = { colleague: authorised('colleague', 900) };

test.each<[string, Readonly<Record<string, SampleFrame>>, Readonly<Record<string, Sample>>, string]>([
  ["the profile's token of the colleague has expired", invalid, { colleague: expired }, 'inconclusive'],
  ['one user is two principals of the profile', renewed, { colleague: me(1, 1) }, 'inconclusive'],
  ['users are numbered by organisation', {}, { stranger: me(1, 2) }, 'pass'],
  [
    'a capability was cleared meanwhile',
    { ownAgain: authorised('ownAgain', 900, undefined, []) },
    { me: me(1, 1, []) },
    'pass',
  ],
])('%s', (_, over, people, verdict) => {
  expect(judged(over, people)).toBe(verdict);
});

test.each([
  ['a refused handshake', session([], { status: 403, code: 'CAPABILITY_DENIED' }), 'inconclusive'],
  [
    'closed on the colleague',
    session([opened(900), asked('auth', 'own'), USUAL.own, asked('auth', 'colleague')], { closed: { code: 4003 } }),
    'violated',
  ],
  [
    'the member goes away',
    session([opened(900), asked('auth', 'own'), USUAL.own, asked('auth', 'colleague')], { closed: { code: 1001 } }),
    'inconclusive',
  ],
])('%s', (_, conversation, verdict) => {
  expect(judge(anotherPrincipalIsRefused, historyOf({ ...PEOPLE, session: conversation })).verdict).toBe(verdict);
});
