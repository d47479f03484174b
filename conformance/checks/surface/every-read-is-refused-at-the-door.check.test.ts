import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyReadIsRefusedAtTheDoor } from './every-read-is-refused-at-the-door.check.ts';

const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;

function blamed(label: string, told: AnswerOptions, rest = '0.14.0'): readonly string[] | string {
  const judgement = judged(everyReadIsRefusedAtTheDoor, historyOf({ [label]: answer('GET /users', told) }, { rest }));
  return judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
}

test.each<[string, AnswerOptions, readonly string[] | 'pass']>([
  ['refused', DOOR, 'pass'],
  ['served', { status: 200 }, ['QRY-01']],
  ['refused under another code', { ...DOOR, code: 'INVALID_CURSOR' }, ['QRY-01']],
  ['refused at a position', { ...DOOR, position: 7 }, ['POS-04']],
  ['refused without words', { ...DOOR, message: '' }, ['ERR-03']],
  ['refused for now', { ...DOOR, retryable: true }, ['ERR-11']],
])('a parameter that a page does not take is %s', (_, told, wanted) => {
  expect(blamed('QRY-01', told)).toEqual(wanted);
});

test.each([
  ['QRY-02', 'QRY-02'],
  ['QRY-03', 'QRY-03'],
  ['ERR-18', 'ERR-18'],
])('%s is blamed by its own id', (label, id) => {
  expect(blamed(label, { status: 200 })).toEqual([id]);
});

test('before 0.13.0 a parameter that is not taken is ignored', () => {
  expect(blamed('QRY-01', { status: 200 }, '0.12.0')).toBe('inconclusive');
  expect(blamed('QRY-01', { status: 404, code: 'UNKNOWN_OPERATION', position: 7 }, '0.12.0')).toBe('inconclusive');
  expect(blamed('QRY-01', { status: 400, code: 'MALFORMED_REQUEST', position: 7 }, '0.12.0')).toEqual(['POS-04']);
  expect(blamed('ERR-18', { status: 200 }, '0.12.0')).toEqual(['ERR-18']);
});

test('a caller without a token is refused by the rules; a member without the surface is left out', () => {
  expect(blamed('nobody', { status: 401, code: 'UNAUTHENTICATED' })).toBe('pass');
  expect(blamed('nobody', { status: 401, code: 'UNAUTHENTICATED', position: 7 })).toEqual(['POS-04']);
  expect(blamed('nobody', { status: 503, code: 'ALGOS_UNAVAILABLE' })).toBe('inconclusive');
});
