import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unobservedScope } from './unobserved-scope.check.ts';

const write = (of: object = {}) =>
  answer('POST /credentials/7/approve', { status: 200, position: 9, body: { credentialId: 7 }, ...of });
const read = (scopeUnobserved: boolean | undefined, observedPermissions: unknown = [], position = 9) =>
  answer('GET /credentials/7', {
    status: 200,
    position,
    asOf: 5,
    body: { credentialId: 7, scopeUnobserved, observedPermissions },
  });
const refused = (code: string) => answer('POST /credentials/7/approve', { status: 422, code, position: 9 });
const notYet = { 'unscoped: read': read(undefined), 'unscoped: read again': read(undefined) };

const GOOD = {
  'unscoped: created': write(),
  'unscoped: read': read(true),
  'unscoped: approved': write(),
  'unscoped: read again': read(true),
  'scoped: approved': refused('SCOPE_MISMATCH'),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['unobserved', {}, 'pass', 'pass'],
  ['observed only later', { 'unscoped: read': read(undefined) }, 'pass', 'pass'],
  ['permissions all the same', { 'unscoped: read': read(true, ['READ']) }, 'violated', 'violated'],
  ['permissions are none', { 'unscoped: read again': read(true, null) }, 'violated', 'violated'],
  ['a scope is held against it', { 'unscoped: approved': refused('SCOPE_INSUFFICIENT') }, 'violated', 'violated'],
  ['another is', { 'unscoped: approved': refused('SCOPE_MISMATCH') }, 'violated', 'violated'],
  ['approved, and observed', notYet, 'violated', 'violated'],
  ['not answered for', { ...notYet, 'unscoped: approved': refused('CONNECTION_DOWN') }, 'inconclusive', 'inconclusive'],
  ['behind', { ...notYet, 'unscoped: read again': read(undefined, [], 8) }, 'inconclusive', 'inconclusive'],
  ['no scope is read anywhere', { 'scoped: approved': write() }, 'pass', 'violated'],
  ['no credential is taken', { 'unscoped: created': refused('ANY') }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(unobservedScope, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

test('no such venue: nothing to judge', () => {
  expect(judged(unobservedScope, historyOf({}, { strict: false })).verdict).toBe('not-exercised');
  expect(judged(unobservedScope, historyOf({}, { strict: true })).verdict).toBe('inconclusive');
});
