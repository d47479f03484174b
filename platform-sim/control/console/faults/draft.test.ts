import { describe, expect, test } from 'vitest';
import { EDGES, edgeRow, PLACES } from '../../../faults/edges.ts';
import { nonsenseOf } from '../../../faults/rule.ts';
import { faultRule } from '../../../faults/rule-shape.ts';
import { draftAt, firstValue, movedTo, ruleOf } from './draft.ts';
import { PRESETS } from './presets.ts';

describe('the form of a fault', () => {
  test.each(EDGES)('states only rules that the API takes, with every effect that %s takes', (edge) => {
    const { takes } = edgeRow(edge);
    for (const effect of takes) {
      const rule = ruleOf({ ...draftAt(edge), effect, value: firstValue(edge, effect) });
      expect([effect, faultRule.safeParse(rule).error?.message]).toEqual([effect, undefined]);
    }
  });

  test.each(EDGES.flatMap((from) => EDGES.map((to) => [from, to] as const)))(
    'moved from %s to %s keeps only what is known there',
    (from, to) => {
      const everywhere = { owner: 'orders', command: 'submit', org: '1', key: 'k', member: 'm1', socket: 'trading' };
      for (const effect of edgeRow(from).takes) {
        const draft = { ...draftAt(from), effect, value: firstValue(from, effect), on: everywhere };
        const { on, ...rule } = ruleOf(movedTo(draft, to));
        expect(PLACES.filter((name) => on[name] !== undefined && !edgeRow(to).knows.includes(name))).toEqual([]);
        expect(nonsenseOf({ ...rule, on: { edge: to } })).toBeUndefined();
      }
    },
  );

  test('leaves out what is left empty, and states numbers as such', () => {
    const draft = { ...draftAt('answer'), on: { org: '3', path: '' }, effect: 'answer', value: '429' } as const;
    expect(ruleOf({ ...draft, retryAfter: '2', times: 'every', count: '3', for: '1m' })).toEqual({
      on: { edge: 'answer', org: 3 },
      answer: { status: 429, retryAfter: '2' },
      times: { every: 3 },
      for: '1m',
    });
  });

  test.each(PRESETS)('the preset $name is a rule', ({ draft }) => {
    expect(faultRule.safeParse(ruleOf(draft)).error).toBeUndefined();
  });
});
