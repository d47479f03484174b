import { describe, expect, test } from 'vitest';
import type { Profile } from '../target/profile.ts';
import type { Check } from './check.ts';
import { check } from './check.ts';
import { examine } from './doctor.ts';
import { pass } from './judgement.ts';
import type { WireAnswering } from './stub-target.ts';
import { stubTarget } from './stub-target.ts';

const CHECKS: readonly Check[] = [
  check({ id: 'test/any', proves: ['RID-01'], title: '', needs: ['trader'], drive: async () => {}, judge: () => pass }),
  check({
    id: 'test/control',
    proves: ['RID-01'],
    title: '',
    needs: ['control'],
    drive: async () => {},
    judge: () => pass,
  }),
];

async function findings(answerTo: WireAnswering, over: Partial<Profile> = {}) {
  const { target, stopwatch } = await stubTarget(answerTo, over);
  const found = await examine(target, CHECKS, stopwatch);
  return (subject: string) =>
    found.filter((row) => row.subject === subject).map(({ level, words }) => `${level}: ${words}`);
}

const me = (capabilities: readonly string[]) => ({ status: 200, body: JSON.stringify({ user: {}, capabilities }) });
const refusal = (status: number, code: string) => ({ status, body: JSON.stringify({ error: { code } }) });

describe('the doctor says of a principal', () => {
  test.each<[string, keyof Profile['principals'], ReturnType<WireAnswering>, RegExp]>([
    ['what it claims', 'trader', me(['orders:trade']), /^ok: orders:trade alone$/],
    [
      'too much',
      'trader',
      me(['orders:trade', 'users:manage']),
      /^bad: should hold orders:trade alone; holds orders:trade, users/,
    ],
    ['too little', 'approver', me([]), /^bad: should hold credentials:approve; holds none/],
    ['none where none is right', 'viewer', me([]), /^ok/],
    ['capabilities further in', 'viewer', { status: 200, body: '{"user":{"capabilities":[]}}' }, /^ok/],
    ['none at all', 'viewer', { status: 200, body: '{}' }, /^bad: GET \/me names no capabilities/],
    [
      'that it is refused',
      'trader',
      refusal(401, 'UNAUTHENTICATED'),
      /^bad: GET \/me answered 401 UNAUTHENTICATED, which is not/,
    ],
    ['that nothing came', 'trader', 'reset', /^bad: GET \/me answered reset/],
    ['a refusal where one is right', 'disabled', refusal(403, 'FORBIDDEN_PRINCIPAL'), /^ok/],
    ['another refusal there', 'suspended', refusal(403, 'FORBIDDEN_PRINCIPAL'), /^bad/],
    ['that it is let in', 'suspended', me([]), /^bad: is served GET \/me/],
  ])('%s', async (_, name, answer, words) => {
    let reached = false;
    const answerTo: WireAnswering = () => {
      const first = !reached;
      reached = true;
      return first ? {} : answer;
    };
    const of = await findings(answerTo, { principals: { [name]: { token: 'some-token' } } });
    expect(of(name)[0]).toMatch(words);
  });

  test('that it is absent', async () => {
    expect((await findings(() => me([])))('viewer')).toEqual(['note: absent (admitted, no capability)']);
  });
});

describe('the doctor says of the clock', () => {
  const dated =
    (date: string): WireAnswering =>
    () => ({ ...me([]), headers: date === '' ? [] : [['Date', date]] });

  test.each([
    ['far off', 'Mon, 05 Jan 1998 00:00:00 GMT', /^bad: \d+ s off this machine's; synchronise/],
    ['not stated', '', /^note: the target states no Date/],
  ])('%s', async (_, date, words) => {
    expect((await findings(dated(date)))('clock')[0]).toMatch(words);
  });
});

test('the doctor says what the profile leaves out', async () => {
  const of = await findings(() => me(['orders:trade']));
  expect(of('profile')).toEqual([
    'note: 1 of 2 checks cannot be exercised',
    'note: the profile names no control plane: 1 checks',
  ]);
  expect(of('fixtures')[0]).toMatch(/^note: absent: account, /);
  expect(of('target')).toEqual(['ok: http://stub.example, contract 0.14.0']);
});
