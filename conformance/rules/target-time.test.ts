import { expect, test } from 'vitest';
import type { Note } from '../member/exchange/note.ts';
import { History } from '../runner/history.ts';
import { mint } from '../testing/sample-conversation.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { ASKED_FOR_THE_TIME, CLOCK_BY_TICKET, targetTime } from './target-time.ts';

const S = 1_000_000_000n;
const seconds = (moment: { notBeforeNs: bigint; notAfterNs: bigint } | undefined) =>
  moment && [Number(moment.notBeforeNs) / 1e9, Number(moment.notAfterNs) / 1e9];

/** An answer whose Date is this second of the target's. */
const dated = (dateS: number, sentAtMs: number, answeredAtMs: number) =>
  answer('GET /me', { status: 200, headers: { Date: new Date(dateS * 1_000).toUTCString() }, sentAtMs, answeredAtMs });

test('a Date bounds the time to its second and the time that the answer took', () => {
  const time = targetTime(historyOf([dated(100, 1_000, 1_200)]));
  expect(seconds(time(1_200))).toEqual([100, 101.2]);
  expect(seconds(time(6_200))).toEqual([105, 106.2]);
});

test('several bound it together, the closest each', () => {
  const time = targetTime(historyOf([dated(100, 1_000, 1_010), dated(100, 1_800, 1_810), dated(101, 1_900, 1_910)]));
  expect(seconds(time(1_910))).toEqual([101, 101.11]);
});

test('where clocks disagree, all between them is possible', () => {
  const time = targetTime(historyOf([dated(100, 1_000, 1_000), dated(104, 1_000, 1_000)]));
  expect(seconds(time(1_000))).toEqual([100, 105]);
});

test('a ticket is a reading of the member where a proxy writes the Date', () => {
  const ticket = mint('<ticket 1>', 100, 106.5, { sentAtMs: 1_000, answeredAtMs: 1_000, headers: {} });
  const time = targetTime(historyOf({ date: dated(100, 1_000, 1_000), [CLOCK_BY_TICKET]: ticket }));
  expect(seconds(time(1_000))).toEqual([96.5, 101]);
  expect(seconds(targetTime(historyOf({ minted: ticket, date: dated(100, 1_000, 1_000) }))(1_000))).toEqual([100, 101]);
});

test('a clock that is read through a control plane is only bounded by the readings around', () => {
  const notes: Note[] = [
    { n: 1, atMs: 10, label: 'now', value: 100n * S },
    { n: 2, atMs: 20, label: ASKED_FOR_THE_TIME, value: '' },
    { n: 3, atMs: 30, label: 'now', value: 160n * S },
    { n: 4, atMs: 40, label: 'now', value: 161n * S },
  ];
  const time = targetTime(new History([], undefined, [], notes));
  expect(seconds(time(15))).toEqual([100, 160]);
  expect(seconds(time(25))).toEqual([100, 161]);
  expect(seconds(time(30))).toEqual([160, 161]);
  expect(seconds(time(45))?.[0]).toBe(161);
});

test('nothing is known without a reading', () => {
  expect(targetTime(historyOf([]))(5)).toBeUndefined();
  expect(targetTime(historyOf([answer('GET /me', { status: 200 })]))(5)).toBeUndefined();
});
