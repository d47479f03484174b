import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { armsTakeNoIfMatch } from './arms-take-no-if-match.check.ts';

const arm = (status: number, code?: string, over: object = {}) =>
  answer('POST /algos/instances/7/stop', { status, ...(code !== undefined && { code }), ...over });
const invalid = arm(400, 'INVALID_IF_MATCH');
const row = (status: string) => answer('GET /algos/instances/7', { status: 200, body: { instanceId: 7, status } });
const GOOD = {
  created: answer('POST /algos/instances', { status: 201 }),
  conditional: [invalid, invalid],
  row: row('STOPPED'),
  unconditional: arm(200),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['refused', {}, 'pass', 'pass'],
  ['taken', { conditional: [invalid, arm(200)] }, 'violated', 'violated'],
  ['held against the document', { conditional: arm(412, 'CONFIG_SEQ_CONFLICT') }, 'violated', 'violated'],
  ['refused under another code', { conditional: arm(400, 'MALFORMED_REQUEST') }, 'violated', 'violated'],
  ['refused by the owner', { conditional: arm(400, 'INVALID_IF_MATCH', { position: 9 }) }, 'violated', 'violated'],
  ['refused, and the instance deleted', { row: row('DELETED') }, 'violated', 'violated'],
  ['refused, the key spent', { unconditional: arm(200, undefined, { replay: true }) }, 'violated', 'violated'],
  ['refused, and so is none', { unconditional: arm(400, 'INVALID_IF_MATCH') }, 'violated', 'violated'],
  ['refused, the arm not admitted', { unconditional: arm(409, 'NOT_STARTED') }, 'pass', 'violated'],
])('an If-Match is %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(armsTakeNoIfMatch, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
