import { expect, test } from 'vitest';
import type { RequirementId } from '../../contract/requirements.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ANY_TARGET, type TargetFacts } from '../profile/target-facts.ts';
import { isClaimed, owes, owesAsOf } from './owed.ts';

test.each<[RequirementId, Partial<TargetFacts>, boolean]>([
  ['RID-01', { rest: '0.11.4' }, false],
  ['RID-01', { rest: '0.12.0' }, true],
  ['WSS-03', { rest: '0.1.0' }, true],
  ['WSS-03', { socket: '1.1.0' }, false],
  ['WSS-19', { socket: '1.1.0' }, true],
  ['WSS-03', { socket: undefined }, true],
  ['VER-03', { rest: '0.1.0' }, true],
])('%s of %j: %j', (id, facts, claimed) => expect(isClaimed(id, { ...ANY_TARGET, ...facts })).toBe(claimed));

test('a response is judged by the contract version of the target of its history', () => {
  const sample = answer('GET /me', { status: 200 });
  const { exchanges } = historyOf([sample], { rest: '0.12.0' });
  const owed = (of: typeof exchanges) => of.map((e) => [owes(e, '0.12.0'), owes(e, '0.13.0'), owesAsOf(e, 'POS-02')]);
  expect(owed(exchanges)).toEqual([[true, false, false]]);
  expect(owed([sample(1, null)])).toEqual([[true, true, true]]);
});
