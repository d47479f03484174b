import { expect, test } from 'vitest';
import { judged, pageOf, refusedAt, wrote } from '../../../testing/sample-story.ts';
import { oneDocumentWaits } from './t20-one-document-waits.ts';

const line = 'PUT /algos/instances/3/config';
const put = (position: number, seq: number) => wrote(line, position, { seq, outcome: 'STAGED' });
const listed = (position: number, ...outcomes: string[]) =>
  pageOf(
    '/algos/instances/3/configs',
    position,
    outcomes.map((outcome, i) => ({ seq: i + 1, outcome })),
  );

test.each([
  ['one after the verdict on another', [put(2, 1), listed(3, 'APPLIED'), put(4, 2)], 'pass'],
  ['two that wait', [listed(3, 'STAGED', 'STAGED')], 'violated'],
  ['the later one waits', [listed(3, 'APPLIED', 'STAGED')], 'pass'],
  ['one accepted while another waits', [put(2, 1), put(4, 2), listed(5, 'STAGED', 'STAGED')], 'violated'],
  ['one accepted while the one before still waits', [put(4, 2), listed(5, 'STAGED', 'APPLIED')], 'violated'],
  ['one refused while another waits', [put(2, 1), refusedAt(line, 4, 'CONFIG_PENDING'), listed(5, 'STAGED')], 'pass'],
  ['one that waited before', [listed(3, 'STAGED'), put(4, 2)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(oneDocumentWaits, samples)).toBe(verdict));
