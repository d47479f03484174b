import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rotationPends } from './rotation-pends.check.ts';

const write = (pendingTransition: string | null | undefined) =>
  answer('POST /credentials/7/arm', { status: 200, position: 9, body: { credentialId: 7, pendingTransition } });
const read = (pendingTransition: string | null, position = 9) =>
  answer('GET /credentials/7', { status: 200, position, asOf: 5, body: { credentialId: 7, pendingTransition } });
const refused = answer('POST /credentials/7/approve', { status: 422, code: 'WRONG_CREDENTIAL', position: 9 });

const GOOD = {
  created: write(null),
  approved: write(null),
  rotated: write('ROTATE'),
  waiting: read('ROTATE'),
  'rotation approved': write(null),
  after: read(null),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['pends', {}, 'pass', 'pass'],
  ['absent where nothing pends', { 'rotation approved': write(undefined) }, 'pass', 'pass'],
  ['not on the answer', { rotated: write(null) }, 'violated', 'violated'],
  ['not on the row', { waiting: read(null) }, 'violated', 'violated'],
  ['another word', { waiting: read('ROTATION') }, 'violated', 'violated'],
  ['for good', { 'rotation approved': write('ROTATE') }, 'violated', 'violated'],
  ['for good on the row', { after: read('ROTATE') }, 'violated', 'violated'],
  ['from the first', { approved: write('ROTATE') }, 'violated', 'violated'],
  ['behind', { waiting: read(null, 8) }, 'inconclusive', 'inconclusive'],
  ['no venue knows the key', { approved: refused, rotated: refused }, 'inconclusive', 'violated'],
  ['the rotation is not approved', { 'rotation approved': refused }, 'inconclusive', 'violated'],
  ['no credential is taken', { created: refused }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(rotationPends, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

test('no venue of family A: nothing to judge', () => {
  expect(judged(rotationPends, historyOf({})).verdict).toBe('inconclusive');
});
