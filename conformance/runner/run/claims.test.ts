import { expect, test } from 'vitest';
import type { Judgement } from '../judgement.ts';
import { allOf, blaming, inconclusive, pass, unseen, violated } from '../judgement.ts';
import { Claims } from './claims.ts';

const PROVES = ['IDEM-16', 'POS-08'] as const;

function judged(proves: readonly ('IDEM-16' | 'POS-08')[], ...judgements: readonly Judgement[]) {
  const claims = new Claims(proves);
  for (const one of judgements) claims.add(one);
  const rows = claims.rows(({ expected }) => expected, new Map());
  return Object.fromEntries(rows.map(({ id, verdict }) => [id, `${verdict} ${claims.cases()[id]}`]));
}

const [FIRST, SECOND] = PROVES;
const NEITHER = { [FIRST]: 'not-exercised 0', [SECOND]: 'not-exercised 0' };

// biome-ignore format: an aligned table
test.each<[string, readonly Judgement[], object]>([
  ['a pass that names none of them',         [pass],                                                           NEITHER],
  ['passes that name none of them',          [allOf(pass, pass)],                                              NEITHER],
  ['a pass of one',                          [blaming(pass, FIRST)],                                           { ...NEITHER, [FIRST]: 'pass 1' }],
  ['a premise that never held',              [blaming(unseen, FIRST)],                                         NEITHER],
  ['a pass of each',                         [allOf(blaming(pass, FIRST), blaming(pass, SECOND))],             { [FIRST]: 'pass 1', [SECOND]: 'pass 1' }],
  ['a pass of both at once',                 [blaming(pass, FIRST, SECOND)],                                   { [FIRST]: 'pass 1', [SECOND]: 'pass 1' }],
  ['two runs, one of them a case',           [blaming(pass, FIRST), unseen],                                   { ...NEITHER, [FIRST]: 'pass 1' }],
  ['two runs that hold',                     [blaming(pass, FIRST), blaming(pass, FIRST)],                     { ...NEITHER, [FIRST]: 'pass 2' }],
  ['a run that holds and one that does not', [blaming(pass, FIRST), blaming(violated('x'), FIRST)],            { ...NEITHER, [FIRST]: 'fail 2' }],
  ['a case beside a doubt',                  [allOf(blaming(pass, FIRST), blaming(inconclusive('y'), FIRST))], { ...NEITHER, [FIRST]: 'inconclusive 1' }],
])('a check of two claims: %s', (_, judgements, expected) => expect(judged(PROVES, ...judgements)).toEqual(expected));

test('a pass of a check of one claim is of that claim', () =>
  expect(judged([FIRST], pass, unseen)).toEqual({ [FIRST]: 'pass 1' }));
