import { expect, test } from 'vitest';
import { MEMBER_STATE_NAMES, type MemberMove, type MemberState, moved } from './member-states.ts';

const MOVES: readonly MemberMove[] = ['stall', 'resume', 'drain', 'return', 'catch-up', 'start', 'start unprimed'];

test.each<[MemberState, readonly (MemberState | undefined)[]]>([
  //              stall      resume     drain      return     catch-up   start      start unprimed
  ['serving', ['stalled', 'serving', 'drained', 'serving', 'serving', 'serving', 'catching-up']],
  ['catching-up', [undefined, undefined, undefined, undefined, 'serving', 'serving', 'catching-up']],
  ['stalled', ['stalled', 'serving', undefined, undefined, undefined, 'serving', 'catching-up']],
  ['drained', [undefined, undefined, 'drained', 'serving', undefined, 'drained', 'catching-up']],
])('%s', (state, expected) => {
  const become = (move: MemberMove): MemberState | undefined => {
    try {
      return moved('m1', state, move);
    } catch {
      return undefined;
    }
  };
  expect(MOVES.map(become)).toEqual(expected);
});

test('there is no other state', () => {
  expect(MEMBER_STATE_NAMES).toEqual(['serving', 'catching-up', 'stalled', 'drained']);
});
