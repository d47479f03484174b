import { describe, expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import { checkLines, requirementLines } from './listing.ts';
import { loadChecks } from './load-checks.ts';

test('listings are aligned lines', () => {
  const checks = [sampleCheck({ id: 'a/b', needs: ['trader', 'writes'] }), sampleCheck({ id: 'a/longer', needs: [] })];
  expect(checkLines(checks)).toEqual([
    'a/b       RID-01  [trader writes]  a claim',
    'a/longer  RID-01  []               a claim',
  ]);
  const lines = requirementLines(checks);
  expect(lines.find((line) => line.startsWith('RID-01'))).toMatch(/^RID-01 +0\.12\.0 +any +2 checks +every response/);
  expect(lines.find((line) => line.startsWith('RID-02'))).toMatch(/no check yet/);
});

describe('in a terminal', () => {
  test.each([40, 80, 200])('of %i columns no line is wider, and nothing is left out', async (width) => {
    const checks = await loadChecks();
    for (const [lines, whole] of [
      [checkLines(checks, width), checkLines(checks)],
      [requirementLines(checks, width), requirementLines(checks)],
    ] as const) {
      expect(lines.filter((line) => line.length > width)).toEqual([]);
      const letters = (text: string) => text.replace(/\s+|proves|needs|since|[[\],]/g, '');
      expect([...letters(lines.join(''))].toSorted()).toEqual([...letters(whole.join(''))].toSorted());
    }
  });
});
