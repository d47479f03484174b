import { expect, test } from 'vitest';
import { inconclusive, pass, violated } from '../runner/judgement.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { allBlamed, type Blamed } from './blamed.ts';

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
])('%s', (_, judged, told) => {
  const judgement = allBlamed(historyOf([]), judged);
  expect(judgement.verdict === 'violated' ? judgement.breaks : judgement.verdict).toEqual(told);
});

test('the expectation and the exchange of each broken rule are in the verdict', () => {
  const told = allBlamed(historyOf([]), [
    ['RID-01', idBroken],
    ['POS-01', placeBroken],
  ]);
  expect(told).toMatchObject({ expected: 'an id; and a position', seen: [one, two] });
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
