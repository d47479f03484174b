import { expect, test } from 'vitest';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Check } from '../check.ts';
import { pass } from '../judgement.ts';
import { mostFirst } from './most-first.ts';

const check = (id: string, ...proves: readonly [RequirementId, ...RequirementId[]]): Check => {
  return { id, proves, title: '', needs: [], drive: async () => {}, judge: () => pass };
};
const COSTS: Readonly<Record<string, number>> = { dear: 100, again: 5, cheap: 10, many: 20, same: 10 };

test.each<[string, readonly Check[], readonly string[]]>([
  ['the cheaper of two', [check('dear', 'RID-01'), check('cheap', 'RID-02')], ['cheap', 'dear']],
  [
    'what exercises more for its time',
    [check('cheap', 'RID-01'), check('many', 'RID-02', 'RID-03', 'ERR-01')],
    ['many', 'cheap'],
  ],
  [
    'what is new before what was exercised',
    [
      check('again', 'RID-01'),
      check('dear', 'RID-02'),
      check('many', 'RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-04'),
    ],
    ['many', 'dear', 'again'],
  ],
  ['of equals the first', [check('same', 'RID-01'), check('cheap', 'RID-02')], ['same', 'cheap']],
])('%s', (_, checks, ids) => {
  expect(mostFirst(checks, ({ id }) => COSTS[id] ?? 1).map(({ id }) => id)).toEqual(ids);
});
