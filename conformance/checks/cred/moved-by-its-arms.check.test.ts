import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { movedByItsArms } from './moved-by-its-arms.check.ts';

const row = (status: string, credentialId = 7) =>
  answer('POST /credentials/7/arm', { status: 200, position: 9, body: { credentialId, status } });
const notAdmitted = (of: object = {}) =>
  answer('POST /credentials/7/arm', { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 9, ...of });
const noRoute = answer('POST /credentials/7/suspend', { status: 404, code: 'ROUTE_NOT_FOUND' });
const door = answer('POST /credentials/7/suspend', { status: 400, code: 'MALFORMED_REQUEST' });

const REFUSED = ['reactivate of what is proposed', 'approve of what is withdrawn', 'reactivate of what is revoked'];
const GOOD: Record<string, Sample> = {
  created: row('PROPOSED'),
  'another created': row('PROPOSED', 8),
  amend: row('PROPOSED'),
  approve: row('ACTIVE'),
  suspend: row('SUSPENDED'),
  reactivate: row('ACTIVE'),
  rotate: row('ACTIVE'),
  revoke: row('REVOKED'),
  withdraw: row('WITHDRAWN', 8),
  ...Object.fromEntries(
    REFUSED.flatMap((label) => [
      [label, notAdmitted()],
      [`${label}, again`, notAdmitted({ replay: true })],
    ]),
  ),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['moved', {}, 'pass', 'pass'],
  ['an arm that is none', { suspend: noRoute }, 'violated', 'violated'],
  ['another row', { revoke: row('REVOKED', 8) }, 'violated', 'violated'],
  ['another status', { suspend: row('PAUSED') }, 'pass', 'violated'],
  ['an arm not taken', { suspend: door }, 'inconclusive', 'violated'],
  ['refused at the door', { [`${REFUSED[0]}`]: notAdmitted({ position: undefined }) }, 'violated', 'violated'],
  ['judged anew', { [`${REFUSED[1]}, again`]: notAdmitted({ position: 10 }) }, 'violated', 'violated'],
  ['refused in other words', { [`${REFUSED[2]}`]: notAdmitted({ status: 422 }) }, 'violated', 'violated'],
  ['admitted', { [`${REFUSED[0]}`]: row('ACTIVE') }, 'inconclusive', 'violated'],
  ['not understood', { [`${REFUSED[0]}`]: door }, 'inconclusive', 'violated'],
  ['no credential is taken', { created: door }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(movedByItsArms, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

test('no venue of family A: nothing to judge', () => {
  expect(judged(movedByItsArms, historyOf({})).verdict).toBe('inconclusive');
});
