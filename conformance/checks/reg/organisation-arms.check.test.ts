import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { organisationArms } from './organisation-arms.check.ts';

const arm = (status: number, code?: string, position?: number) =>
  answer('POST /orgs/7/suspend', {
    status,
    ...(code !== undefined && { code }),
    ...(position !== undefined && { position }),
  });
const denied = arm(403, 'CAPABILITY_DENIED', 9);
const taken = arm(200, undefined, 9);
const GOOD = {
  created: answer('POST /orgs', { status: 201, body: { orgId: 7 } }),
  'without the capability': [denied, denied],
  'with the capability': [taken, taken],
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['denied without it', {}, 'pass', 'pass'],
  ['taken without it', { 'without the capability': [denied, taken] }, 'violated', 'violated'],
  ['denied by the door', { 'without the capability': arm(403, 'CAPABILITY_DENIED') }, 'violated', 'violated'],
  ['no such arm', { 'without the capability': [denied, arm(404, 'ROUTE_NOT_FOUND')] }, 'inconclusive', 'violated'],
  ['an arm that does not fit', { 'with the capability': [taken, arm(409, 'OTHER', 9)] }, 'pass', 'violated'],
  ['taken of nobody', { 'with the capability': arm(400, 'MALFORMED_REQUEST') }, 'inconclusive', 'violated'],
  ['not proposed', { created: arm(400, 'MALFORMED_REQUEST') }, 'inconclusive', 'inconclusive'],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(organisationArms, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
