import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { registerKeysAreInt32 } from './register-keys-are-int32.check.ts';

const page = (row: object) => ({ items: [{ accountId: 1, userId: 7, ...row }] });

test.each([
  ['integers', page({ credentialId: 2_147_483_647 }), 'pass'],
  ['unset references', page({ credentialId: null, userId: 0 }), 'pass'],
  ['past int32', page({ credentialId: 2_147_483_648 }), 'violated'],
  ['negative', page({ accountId: -1 }), 'violated'],
  ['a string', page({ accountId: '1' }), 'violated'],
  ['a fraction', page({ userId: 1.5 }), 'violated'],
  ['deep inside', { user: { orgId: '1' } }, 'violated'],
  ['no register key anywhere', { items: [] }, 'inconclusive'],
])('%s', (_, body, verdict) => {
  const history = historyOf({ read: answer('GET /orders', { status: 200, body }) });
  expect(judged(registerKeysAreInt32, history).verdict).toBe(verdict);
});
