import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nameThatNoCommentCarries } from './name-that-no-comment-carries.check.ts';

const NAME = 'touchstone-*/\u2028 desk';
const NAMED = [
  { id: 1, name: 'main' },
  { id: 2, name: 'BTC-USD' },
];
const SENT = `{ "account": ${JSON.stringify(NAME)}, "instrument": "BTC-USD" }`;
const BARE = '{ "account": 9, "instrument": 2 }';
const post = (over: object = {}) =>
  answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });
const read = (document: string) => answer('GET /algos/instances/7/configs/1', { status: 200, body: { document } });
const GOOD: Record<string, Sample> = {
  account: answer('GET /accounts/9', { status: 200 }),
  plain: post(),
  created: post(),
  kept: read(BARE),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['none', {}, 'pass', 'pass'],
  ['one of the other name', { kept: read(BARE.replace('2 }', '2 /* BTC-USD */ }')) }, 'pass', 'violated'],
  ['one in other words', { kept: read(BARE.replace('9,', '9 /* touchstone-* / desk */,')) }, 'pass', 'violated'],
  ['one that ends in its midst', { kept: read(BARE.replace('9,', `9 /* ${NAME} */,`)) }, 'violated', 'violated'],
  ['the name itself', { kept: read(SENT) }, 'violated', 'violated'],
  ['nothing', { created: post({ status: 422, code: 'INVALID_FIELD' }) }, 'inconclusive', 'violated'],
  ['nothing whatever it names', { plain: post({ status: 422 }) }, 'inconclusive', 'inconclusive'],
])('it has %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(nameThatNoCommentCarries, historyOf({ ...GOOD, ...over }, { strict: is }), NAMED),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test('no account of such a name', () => {
  expect(judged(nameThatNoCommentCarries, historyOf({}), NAMED).verdict).toBe('inconclusive');
});
