import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { malformedIfMatch } from './malformed-if-match.check.ts';

const row = (displayName: string) =>
  answer('GET /portfolios/7', {
    status: 200,
    position: 9,
    asOf: 5,
    etag: '"1"',
    body: { portfolioId: 7, displayName },
  });
const put = (status: number, code?: string) =>
  answer('PUT /portfolios/7', { status, ...(code !== undefined && { code }) });
const invalid = put(400, 'INVALID_IF_MATCH');
const stale = put(412, 'VERSION_CONFLICT');

const GOOD = {
  first: row('own'),
  weak: invalid,
  unparsed: [invalid, invalid],
  list: invalid,
  after: row('own'),
  strong: put(200),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['all refused', {}, 'pass', 'pass'],
  ['a weak one is taken', { weak: put(200) }, 'violated', 'violated'],
  ['a weak one is stale', { weak: stale }, 'violated', 'violated'],
  ['a weak one has another code', { weak: put(400, 'MALFORMED_REQUEST') }, 'violated', 'violated'],
  ['a bare one is taken', { unparsed: [invalid, put(200)] }, 'violated', 'violated'],
  ['a bare one is stale', { unparsed: [invalid, stale] }, 'pass', 'violated'],
  ['a list is stale', { list: stale }, 'pass', 'violated'],
  [
    'a list that holds the version matches',
    { list: put(200), after: row('refused'), strong: stale },
    'pass',
    'violated',
  ],
  ['refused, and the row is another', { after: row('refused') }, 'violated', 'violated'],
  ['nothing is taken at all', { strong: put(400, 'MALFORMED_REQUEST') }, 'inconclusive', 'inconclusive'],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(malformedIfMatch, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test('no portfolio of its own: nothing to judge', () => {
  expect(judged(malformedIfMatch, historyOf({})).verdict).toBe('inconclusive');
});
