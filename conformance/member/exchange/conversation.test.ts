import { expect, test } from 'vitest';
import type { Frame } from './conversation.ts';
import { answerAfter, answersTo } from './conversation.ts';

const frame = (n: number, direction: Frame['direction'], body: object): Frame => ({
  n,
  direction,
  atMs: n,
  text: JSON.stringify(body),
});
const answer = (n: number, reqId?: string) => frame(n, 'received', { reqId, success: true });
const ns = (frames: readonly Frame[]) => frames.map(({ n }) => n);

test('the answers of a conversation in progress include those that came since it was last read', () => {
  const frames = [answer(1, 'a'), frame(2, 'sent', { reqId: 'a' }), frame(3, 'received', { reqId: 'a', event: 'x' })];
  const conversation = { frames } as never;
  expect([answersTo(conversation, 'a'), answersTo(conversation, 'b')].map(ns)).toEqual([[1], []]);
  expect(answerAfter(conversation, frames[1] as Frame, 'a')).toBeUndefined();
  frames.push(answer(4, 'a'), answer(5));
  expect([answersTo(conversation, 'a'), answersTo(conversation, undefined)].map(ns)).toEqual([[1, 4], [5]]);
  expect(answerAfter(conversation, frames[1] as Frame, 'a')?.n).toBe(4);
});
