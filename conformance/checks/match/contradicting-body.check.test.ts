import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { contradictingBody } from './contradicting-body.check.ts';

const put = (status: number, code?: string) =>
  answer('PUT /portfolios/7', { status, ...(code !== undefined && { code }) });
const malformed = put(400, 'MALFORMED_REQUEST');
const GOOD = {
  read: answer('GET /portfolios/7', { status: 200, etag: '"1"' }),
  plain: put(200),
  path: [malformed, malformed],
  precondition: malformed,
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['refused', {}, 'pass', 'pass'],
  ['another row is named and the write taken', { path: [malformed, put(200)] }, 'violated', 'violated'],
  ['another row is named and looked for', { path: [put(404, 'NOT_FOUND'), malformed] }, 'violated', 'violated'],
  ['another version is named and the write taken', { precondition: put(200) }, 'pass', 'violated'],
  ['the body is not taken without a contradiction', { plain: malformed }, 'inconclusive', 'inconclusive'],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(contradictingBody, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
