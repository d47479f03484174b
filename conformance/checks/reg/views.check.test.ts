import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { views } from './views.check.ts';

const policy = (maxTicketAmount: unknown) => ({ assetPolicyId: 7, maxTicketAmount });
const write = (amount: unknown, status = 200) =>
  answer('PUT /asset-policies/7', { status, position: 9, body: policy(amount) });
const row = (amount: unknown, position = 9) =>
  answer('GET /asset-policies/7', { status: 200, position, asOf: 5, body: policy(amount) });
const page = (...items: object[]) => answer('GET /asset-policies', { status: 200, position: 9, body: { items } });
const unheld = answer('GET /asset-policies/7', { status: 404, code: 'NOT_FOUND', position: 9, asOf: 5 });

const GOOD = {
  proposed: write('7.5', 201),
  'before any approval': unheld,
  approved: write('7.5'),
  restated: write('8.25'),
  'row latest': row('8.25'),
  'page latest': page(policy('8.25')),
  'row approved': row('7.50'),
  'page approved': page(policy('7.5')),
  'row default': row('8.25'),
  'approved later': write('8.25'),
  'row approved later': row('8.25'),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['two surfaces', {}, 'pass', 'pass'],
  ['approved is the latest', { 'row approved': row('8.25') }, 'violated', 'violated'],
  ['latest is the approved', { 'row latest': row('7.5') }, 'violated', 'violated'],
  ['approved is not there', { 'row approved': unheld }, 'violated', 'violated'],
  ['the approved of the collection is the latest', { 'page approved': page(policy('8.25')) }, 'violated', 'violated'],
  ['the collection lacks the approved', { 'page approved': page() }, 'violated', 'violated'],
  ['approved, and still the former', { 'row approved later': row('7.5') }, 'violated', 'violated'],
  ['the default is the approved', { 'row default': row('7.5') }, 'pass', 'violated'],
  ['served before any approval', { 'before any approval': row('7.5') }, 'pass', 'violated'],
  ['nothing waited', { 'approved later': write('8.25', 409) }, 'inconclusive', 'inconclusive'],
  ['not restated', { restated: write('8.25', 400) }, 'inconclusive', 'inconclusive'],
  ['under another name', { 'approved later': write(undefined) }, 'inconclusive', 'inconclusive'],
  ['a member that is behind', { 'row approved': row('8.25', 8) }, 'inconclusive', 'inconclusive'],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(views, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test('not proposed: nothing to judge', () => {
  expect(judged(views, historyOf({ proposed: write('7.5', 400) })).verdict).toBe('inconclusive');
});
