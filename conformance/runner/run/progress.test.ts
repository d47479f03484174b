import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FAILED } from '../../testing/sample-record.ts';
import type { CheckRow } from '../record/run-record.ts';
import { progressLine } from './progress.ts';

const begun = { kind: 'begun', check: 'test/bad', index: 0, total: 2 } as const;

describe('progress', () => {
  const raw = (row: CheckRow, isTTY = true, quiet = false, columns = 40, coloured = false) => {
    const written: string[] = [];
    const terminal = { write: (text: string) => written.push(text), isTTY, columns };
    const line = progressLine(terminal, { quiet, coloured });
    line.show(begun);
    line.show({ kind: 'done', row, index: 0, total: 2 });
    line.show({ kind: 'begun', check: `test/${'x'.repeat(80)}`, index: 1, total: 2, leftMs: 4_200 });
    line.clear();
    return written;
  };
  const shown = (...args: Parameters<typeof raw>) =>
    raw(...args).map((text) => stripVTControlCharacters(text).replace('\r', ''));

  test('is one line on a terminal, never longer than the terminal is wide, with the time left and each failure', () => {
    expect(shown(FAILED)).toEqual([
      '1/2  test/bad',
      'FAIL  test/bad  RID-01  expected a; see\n',
      `2/2  5 s left  test/${'x'.repeat(19)}`,
      '',
    ]);
  });

  test('is not shortened on a terminal without a known width', () =>
    expect(shown(FAILED, true, false, 0)[0]).toBe('1/2  test/bad'));

  test('is empty with --quiet', () =>
    expect([shown(FAILED, true, true), shown(FAILED, false, true)]).toEqual([[], []]));

  test('without a terminal is a line every 30 s, and none after the end', () => {
    const written: string[] = [];
    const timers: { readonly ms: number; readonly run: () => void; isCancelled: boolean }[] = [];
    const after = (ms: number, run: () => void) => {
      const timer = { ms, run, isCancelled: false };
      timers.push(timer);
      return {
        cancel() {
          timer.isCancelled = true;
        },
      };
    };
    const line = progressLine({ write: (text) => written.push(text) }, { quiet: false, run: 'ts1', after });
    line.show({ ...begun, leftMs: 100_000 });
    line.show({ kind: 'done', row: FAILED, index: 0, total: 2 });
    expect(written).toEqual([]);
    timers[0]?.run();
    line.show({ ...begun, check: 'test/slow', index: 1 });
    timers[1]?.run();
    expect(written).toEqual(['ts1  1/2  2 min left  test/bad  1 failed\n', 'ts1  2/2  test/slow  1 failed\n']);
    expect(timers.map(({ ms }) => ms)).toEqual([30_000, 30_000, 30_000]);
    line.clear();
    expect(timers.map(({ isCancelled }) => isCancelled)).toEqual([false, false, true]);
  });

  test('does not repeat a failure that the baseline knows, nor a pass', () => {
    const lines = (row: CheckRow) => shown(row).filter((text) => text.startsWith('FAIL'));
    expect([lines({ ...FAILED, known: true }), lines({ ...FAILED, verdict: 'pass' })]).toEqual([[], []]);
  });

  test('counts a check that is inconclusive and then passes as neither', () => {
    const written: string[] = [];
    const line = progressLine({ write: (text) => written.push(text), isTTY: true, columns: 80 }, { quiet: false });
    const row: CheckRow = { ...FAILED, verdict: 'inconclusive' };
    line.show({ kind: 'done', row, index: 0, total: 2 });
    line.show(begun);
    line.show({ kind: 'done', row: { ...row, verdict: 'pass' }, index: 0, total: 2 });
    line.show(begun);
    expect(written.map((text) => text.includes('1 inconclusive'))).toEqual([true, false]);
  });

  test.each([
    ['is coloured where it may be', true],
    ['has no colour where NO_COLOR forbids it', false],
  ])('%s', (_, coloured) =>
    expect(raw(FAILED, true, false, 80, coloured).some((text) => text.includes('\u001b[31m'))).toBe(coloured),
  );

  test('a text of the member moves no cursor and ends no line', () => {
    const [, line = ''] = raw({ ...FAILED, reason: 'seen \u001b[2J\u202e\nPASS' }, true, false, 80);
    expect(line.replace('\r\u001b[2K', '')).toBe('FAIL  test/bad  RID-01  seen  [2J PASS\n');
  });
});
