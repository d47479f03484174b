import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { presetsExpand } from './presets-expand.check.ts';

const grant = (preset: string, capabilities: readonly string[] | undefined, status = 200) =>
  answer('PUT /users/7', { status, sentBody: { capabilities: [preset] }, body: { capabilities } });
const trader = grant('TRADER', ['orders:trade']);

test.each<[string, readonly Sample[], string]>([
  ['TRADER trades', [trader], 'pass'],
  ['others have their own', [trader, grant('DESK', ['users:manage', 'orders:trade'])], 'pass'],
  ['a word that is no preset', [trader, grant('DESK', undefined, 400)], 'pass'],
  ['TRADER does more', [grant('TRADER', ['users:manage', 'orders:trade'])], 'violated'],
  ['TRADER does nothing', [grant('TRADER', [])], 'violated'],
  ['TRADER stands as it was sent', [grant('TRADER', ['TRADER'])], 'violated'],
  ['another runs algos', [trader, grant('DESK', ['orders:trade', 'algos:manage'])], 'violated'],
  ['TRADER is not taken', [grant('TRADER', undefined, 400)], 'inconclusive'],
  ['under another name', [grant('TRADER', undefined)], 'inconclusive'],
])('%s', (_, granted, verdict) => {
  expect(judged(presetsExpand, historyOf({ granted })).verdict).toBe(verdict);
});
