import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { viewsOfTheRegister } from './views-of-the-register.check.ts';

const served = answer('GET /users', { status: 200, position: 7, asOf: 7 });
const malformed = answer('GET /users?view=all', { status: 400, code: 'MALFORMED_REQUEST' });
const unheld = answer('GET /users/7', { status: 404, code: 'NOT_FOUND' });
const GOOD = { latest: served, 'approved page': served, 'approved row': served, other: [malformed, malformed] };

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['two views', {}, 'pass', 'pass'],
  ['nothing approved yet', { 'approved row': unheld }, 'pass', 'pass'],
  ['latest is refused', { latest: [served, malformed] }, 'violated', 'violated'],
  ['approved is refused', { 'approved page': malformed }, 'violated', 'violated'],
  ['approved of a row is refused', { 'approved row': malformed }, 'violated', 'violated'],
  ['another is served', { other: [malformed, served] }, 'violated', 'violated'],
  [
    'another is refused under another code',
    { other: answer('GET /users', { status: 400, code: 'X' }) },
    'pass',
    'violated',
  ],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(viewsOfTheRegister, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
