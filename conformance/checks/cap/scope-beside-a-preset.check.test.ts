import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { scopeBesideAPreset } from './scope-beside-a-preset.check.ts';

const put = (status: number, code?: string) =>
  answer('PUT /users/7', { status, position: 9, ...(code !== undefined && { code }) });
const malformed = answer('PUT /users/7', { status: 400, code: 'MALFORMED_REQUEST' });
const read = (...capabilities: string[]) =>
  answer('GET /users/7', { status: 200, position: 9, asOf: 5, body: { capabilities } });

const preset = answer('PUT /users/7', { status: 200, position: 9, body: { capabilities: ['orders:trade'] } });
const GOOD = { preset, beside: [malformed, malformed], read: read('orders:trade'), within: put(200) };

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['refused', {}, 'pass', 'pass'],
  ['refused by the owner', { beside: [malformed, put(422, 'INVALID_FIELD')] }, 'pass', 'violated'],
  ['granted', { beside: [malformed, put(200)] }, 'violated', 'violated'],
  ['refused and granted', { read: read('orders:trade', 'credentials:approve') }, 'violated', 'violated'],
  ['a scope of the preset is refused', { within: malformed }, 'pass', 'violated'],
  ['presets are not taken', { preset: malformed }, 'inconclusive', 'inconclusive'],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(scopeBesideAPreset, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
