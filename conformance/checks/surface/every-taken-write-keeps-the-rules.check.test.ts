import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyTakenWriteKeepsTheRules } from './every-taken-write-keeps-the-rules.check.ts';

type Told = Partial<AnswerOptions>;

const GOOD = { 'X-Request-Id': 'request-17' };
const LINE = 'PUT /portfolios/7';
const TAKEN: AnswerOptions = { status: 200, position: 7, sent: GOOD, headers: GOOD, body: { portfolioId: 7 } };
const RETRIED: AnswerOptions = { ...TAKEN, replay: true, sent: { 'X-Request-Id': 'seven77' }, headers: {} };
const RECORD: AnswerOptions = { status: 200, position: 8, asOf: 9, body: { outcome: { family: 'register' } } };

function blamed(
  { taken = {}, retried = {}, record = {} }: Record<string, Told>,
  of: object = {},
): readonly string[] | string {
  const history = historyOf(
    {
      'taken: PUT /portfolios/{id}': answer(LINE, { ...TAKEN, ...taken }),
      'retried: PUT /portfolios/{id}': answer(LINE, { ...RETRIED, ...retried }),
      'record: PUT /portfolios/{id}': answer('GET /operations/k', { ...RECORD, ...record }),
    },
    of,
  );
  const judgement = judged(everyTakenWriteKeepsTheRules, history);
  return judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
}

test.each<[string, Record<string, Told>, readonly string[] | string]>([
  ['keeps them', {}, 'pass'],
  [
    'names no position',
    { taken: { headers: { ...GOOD, 'X-Service-Global-Sequence': null } } },
    ['IDEM-02', 'IDEM-19', 'POS-01'],
  ],
  ['names a time', { taken: { asOf: 9 } }, ['POS-03']],
  ['names another request', { taken: { headers: { 'X-Request-Id': 'another-1' } } }, ['RID-02']],
  ['says that it is a replay', { taken: { replay: true } }, ['IDEM-03']],
  [
    'has a key that is text',
    { taken: { body: { portfolioId: '7' } }, retried: { body: { portfolioId: '7' } } },
    ['ID-01'],
  ],
  ['is made again', { retried: { replay: false } }, ['IDEM-02']],
  ['is replayed as another', { retried: { body: { portfolioId: 8 } } }, ['IDEM-02']],
  ['is replayed at another position', { retried: { position: 8 } }, ['IDEM-02', 'IDEM-19']],
  ["is replayed under the first one's request id", { retried: { headers: GOOD } }, ['IDEM-19']],
  ['is replayed under the id that was too short', { retried: { headers: { 'X-Request-Id': 'seven77' } } }, ['RID-03']],
  ['is replayed with a time', { retried: { asOf: 9 } }, ['POS-03']],
  ['has no record', { record: { status: 404, code: 'UNKNOWN_OPERATION' } }, ['IDEM-10']],
  ['has a record without an outcome', { record: { body: {} } }, ['IDEM-10']],
  ['has a record of no time', { record: { headers: { 'X-Service-As-Of-Seq-Ts': null } } }, ['POS-02']],
  ['is not taken', { taken: { status: 400, code: 'MALFORMED_REQUEST' } }, 'inconclusive'],
  ['is accepted, and settled since', { taken: { status: 202, body: '' }, retried: { replay: false } }, 'pass'],
])('a write %s', (_, told, wanted) => {
  expect(blamed(told)).toEqual(wanted);
});

test('a member that is behind has no record yet, where there are several', () => {
  const record = { status: 404, code: 'UNKNOWN_OPERATION', position: 6, body: undefined };
  expect(blamed({ record }, { singleMember: false })).toBe('pass');
  expect(blamed({ record }, { singleMember: true })).toEqual(['IDEM-10']);
});
