import { expect, test } from 'vitest';
import { CHANGES } from '../../contract/changes.ts';
import { isAtLeast, REST_VERSIONS } from '../../contract/versions.ts';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ASKS, LONG_ASKS, labelOf } from './asks.ts';
import { eachVersionShowsItsChanges } from './each-version-shows-its-changes.check.ts';
import { SIGNS } from './signs.ts';

const document = (version: string, named = version) => ({
  [labelOf(version, 'document')]: answer('GET /openapi.json', { status: 200, body: { info: { version: named } } }),
});
const documents = (over: Record<string, string> = {}) =>
  historyOf(Object.assign({}, ...REST_VERSIONS.map((version) => document(version, over[version]))), { strict: true });

test.each([
  ['one calls itself by another', { '0.4.2': '0.4.1' }, 'violated', /info.version 0.4.2/],
  ['the newest calls itself by another', { '0.14.0': '0.13.0' }, 'inconclusive', /does not say so/],
])('versions of which %s', (_, over, verdict, words) => {
  const judgement = judged(eachVersionShowsItsChanges, documents(over));
  expect(judgement.verdict).toBe(verdict);
  expect('expected' in judgement ? judgement.expected : 'why' in judgement && judgement.why).toMatch(words);
});

test('a version that was not deployed leaves it open', () => {
  expect(judged(eachVersionShowsItsChanges, historyOf(document('0.14.0'), { strict: true })).verdict).toBe(
    'inconclusive',
  );
});

test('every sign is of a change and an ask that are there', () => {
  const asks = Object.keys({ ...ASKS, ...LONG_ASKS });
  expect(SIGNS.filter(({ ask }) => !asks.includes(ask))).toEqual([]);
  // What came with 0.1.0 has no version before it that could not show it.
  expect(SIGNS.filter(({ change }) => !isAtLeast(CHANGES[change].since, '0.2.0'))).toEqual([]);
});
