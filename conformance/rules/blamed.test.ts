import { expect, test } from 'vitest';
import { unlessBusy } from '../runner/excuses/excused.ts';
import { inconclusive, pass, violated } from '../runner/judgement.ts';
import { asked, opened, session } from '../testing/sample-conversation.ts';
import type { AnswerOptions } from '../testing/sample-history.ts';
import { answer, BUSY, historyOf } from '../testing/sample-history.ts';
import type { Blamed } from './blamed.ts';
import { allBlamed } from './blamed.ts';
import { ofAnswer } from './frame-rules.ts';
import { ifTaken } from './if-taken.ts';
import { isRecordedRefusal } from './refusal-rules.ts';

const [one, two] = historyOf([answer('GET /a', { status: 200 }), answer('GET /b', { status: 200 })]).exchanges;
if (one === undefined || two === undefined) throw new Error('two exchanges');
const [idBroken, placeBroken] = [violated('an id', one), violated('a position', two)];

// biome-ignore format: an aligned table
test.each<[string, readonly Blamed[], readonly string[] | string]>([
  ['all rules hold',                            [['RID-01', pass], ['POS-01', pass]],                                  'pass'],
  ['one rule is broken',                        [['RID-01', pass], ['POS-01', placeBroken]],                           ['POS-01']],
  ['two rules are broken',                      [['RID-01', idBroken], ['POS-01', placeBroken], ['RID-01', idBroken]], ['RID-01', 'POS-01']],
  ['one judgement passes and one is undecided', [['RID-01', pass], ['POS-01', inconclusive('busy')]],                  'inconclusive'],
  ['all judgements are undecided',              [['RID-01', inconclusive('busy')]],                                    'inconclusive'],
  ['there are no judgements',                   [],                                                                    'inconclusive'],
])('%s', (_, judged, blamed) => {
  const judgement = allBlamed(historyOf([]), judged);
  expect(judgement.verdict === 'violated' ? judgement.about : judgement.verdict).toEqual(blamed);
});

test('the expectation and the exchange of each broken rule are in the verdict', () => {
  const blamed = allBlamed(historyOf([]), [
    ['RID-01', idBroken],
    ['POS-01', placeBroken],
  ]);
  expect(blamed).toMatchObject({ expected: 'an id; and a position', seen: [one, two] });
});

test('a requirement newer than the target is not judged', () => {
  const history = historyOf([], { rest: '0.11.4' });
  expect(
    allBlamed(history, [
      ['RID-01', idBroken],
      ['POS-01', pass],
    ]).verdict,
  ).toBe('pass');
});

test.each<[string, AnswerOptions, string, string]>([
  ['accepted', { status: 201 }, 'pass', 'pass'],
  ['answered 202', { status: 202 }, 'inconclusive', 'violated'],
  ['no such route', { status: 404, code: 'ROUTE_NOT_FOUND' }, 'violated', 'violated'],
  ['no such route, without an envelope', { status: 404, body: 'Not Found' }, 'violated', 'violated'],
  ['no such method', { status: 405, code: 'METHOD_NOT_ALLOWED' }, 'violated', 'violated'],
  ['no such row', { status: 404, code: 'NOT_FOUND' }, 'inconclusive', 'violated'],
  ['a refused body', { status: 400, code: 'MALFORMED_REQUEST' }, 'inconclusive', 'violated'],
])('%s', (_, options, deployed, strict) => {
  const verdicts = [false, true].map((is) => {
    const history = historyOf({ write: answer('POST /asset-policies/7/halt', options) }, { strict: is });
    return ifTaken(history.one('write'), history, () => pass).verdict;
  });
  expect(verdicts).toEqual([deployed, strict]);
});

const refused = (of: object = {}) =>
  answer('POST /users', { status: 403, code: 'CAPABILITY_DENIED', position: 9, ...of });
const busy = answer('POST /users', BUSY);

test.each([
  ['replayed', refused(), refused({ replay: true }), 'pass'],
  ['judged again', refused(), refused({ position: 10 }), 'violated'],
  ['another code', refused({ code: 'NOT_PROPOSER' }), refused({ replay: true }), 'violated'],
  ['no position', refused({ position: undefined }), refused({ replay: true }), 'violated'],
  ['with an as-of time', refused({ asOf: 5 }), refused({ replay: true }), 'violated'],
  ['busy at the first request', busy, refused(), 'inconclusive'],
  ['busy at the second request', refused(), busy, 'inconclusive'],
])('%s', (_, first, again, verdict) => {
  const history = historyOf({ first, again });
  const expected = { status: 403, code: 'CAPABILITY_DENIED' };
  expect(unlessBusy(isRecordedRefusal(history.one('first'), history.one('again'), expected)).verdict).toBe(verdict);
});

test.each([
  ['an op that was never sent', [opened(75)], 'the op "renewed" was not sent: the session was over before'],
  ['an op without an answer', [opened(75), asked('auth', 'renewed')], 'no answer to op auth in time'],
])('%s is named', (_, frames, why) => {
  const [conversation] = historyOf({ session: session(frames) }).conversations;
  if (conversation === undefined) throw new Error('no session');
  expect(ofAnswer(conversation, 'renewed', () => ({ verdict: 'pass' }))).toEqual({ verdict: 'inconclusive', why });
});
