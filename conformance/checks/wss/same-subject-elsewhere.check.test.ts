import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { asked, authorised, opened, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import { historyOf, type SampleFrame } from '../../testing/sample-history.ts';
import { sameSubjectElsewhere } from './same-subject-elsewhere.check.ts';

const granted = (reqId: string) => [asked('auth', reqId), authorised(reqId, 900)];
const refused = (reqId: string, code = 'FORBIDDEN_PRINCIPAL') => [asked('auth', reqId), refusedOp('auth', reqId, code)];
const judged = (...frames: readonly (readonly SampleFrame[])[]) =>
  judge(sameSubjectElsewhere, historyOf({ session: session([opened(900), ...frames.flat()]) })).verdict;

test.each([
  ['refused', [granted('own'), refused('elsewhere'), granted('ownAgain')], 'pass'],
  ['taken', [granted('own'), granted('elsewhere'), granted('ownAgain')], 'violated'],
  ['registered there', [granted('own'), refused('elsewhere', 'AWAITING_ADMISSION'), granted('ownAgain')], 'violated'],
  ['the own one refused behind it', [granted('own'), refused('elsewhere'), refused('ownAgain')], 'violated'],
  ['the own one refused before it', [refused('own'), refused('elsewhere'), refused('ownAgain')], 'inconclusive'],
])('%s', (_, frames, verdict) => {
  expect(judged(...frames)).toBe(verdict);
});

test('a session that was not opened is not judged', () => {
  expect(judge(sameSubjectElsewhere, historyOf({ session: refusedHandshake() })).verdict).toBe('inconclusive');
});
