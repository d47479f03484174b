import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { doorRefusalLeavesTheKeyFree } from './door-refusal-leaves-the-key-free.check.ts';

const WHATS = [
  'a price past the grammar',
  'a user of its own',
  'a symbol that nothing holds',
  'an account name that nothing holds',
];
const refused = { status: 400, code: 'MALFORMED_REQUEST' };
const served = { status: 201, position: 7n };

test.each([
  ['every corrected request served', {}, 'pass'],
  ['the refusal again', { 'corrected of a user of its own': refused }, 'violated'],
  ['a replay', { 'corrected of a price past the grammar': { ...served, replay: true } }, 'violated'],
  [
    'refused by an owner',
    { 'refused for a symbol that nothing holds': { status: 422, code: 'INSTRUMENT_NOT_LIVE', position: 6n } },
    'inconclusive',
  ],
  ['not refused', { 'refused for a user of its own': served }, 'inconclusive'],
])('%s', (_, over: Readonly<Record<string, Parameters<typeof answer>[1]>>, verdict) => {
  const labels = WHATS.flatMap((what) => [`refused for ${what}`, `corrected of ${what}`]);
  const usual = (label: string) => (label.startsWith('refused') ? refused : served);
  const history = historyOf(
    Object.fromEntries(labels.map((label) => [label, answer('POST /orders', over[label] ?? usual(label))])),
  );
  expect(judged(doorRefusalLeavesTheKeyFree, history).verdict).toBe(verdict);
});
