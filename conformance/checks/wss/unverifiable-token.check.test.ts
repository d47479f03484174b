import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { asked, authorised, opened, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import { historyOf, type SampleFrame } from '../../testing/sample-history.ts';
import { unverifiableTokenOnASession } from './unverifiable-token.check.ts';

const granted = (reqId: string) => [asked('auth', reqId), authorised(reqId, 900)];
const refused = (reqId: string, code = 'INVALID_TOKEN') => [asked('auth', reqId), refusedOp('auth', reqId, code)];
const judged = (...frames: readonly (readonly SampleFrame[])[]) =>
  judge(unverifiableTokenOnASession, historyOf({ session: session([opened(900), ...frames.flat()]) })).verdict;

test.each([
  ['each refused', [granted('good'), refused('wrongExpired'), refused('wrongAlgNone'), granted('last')], 'pass'],
  ['an expired one taken', [granted('good'), granted('wrongExpired'), granted('last')], 'violated'],
  ['one forbidden', [granted('good'), refused('wrongIss', 'FORBIDDEN_PRINCIPAL'), granted('last')], 'violated'],
  ['the own one refused behind them', [granted('good'), refused('wrongExpired'), refused('last')], 'violated'],
  ['a good one refused', [refused('good'), refused('wrongExpired'), refused('last')], 'inconclusive'],
  ['a busy session', [granted('good'), refused('wrongExpired', 'RATE_LIMITED'), granted('last')], 'inconclusive'],
])('%s', (_, frames, verdict) => {
  expect(judged(...frames)).toBe(verdict);
});

test('a session that was not opened is not judged', () => {
  expect(judge(unverifiableTokenOnASession, historyOf({ session: refusedHandshake() })).verdict).toBe('inconclusive');
});
