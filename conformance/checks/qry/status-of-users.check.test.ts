import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { statusOfUsers } from './status-of-users.check.ts';

const page = (query: string, statuses: readonly (string | undefined)[], position = 7) =>
  answer(`GET /users${query}`, { status: 200, position, body: { items: statuses.map((status) => ({ status })) } });
const all = page('', ['ACTIVE', 'ACTIVE', 'DISABLED']);
const active = page('?status=ACTIVE', ['ACTIVE', 'ACTIVE']);
const disabled = page('?status=DISABLED', ['DISABLED']);
const refused = answer('GET /users?status=ACTIVE', { status: 400, code: 'MALFORMED_REQUEST' });

test.each<[string, Sample, readonly Sample[], string]>([
  ['each its own', all, [active, disabled], 'pass'],
  ['refused', all, [refused, disabled], 'violated'],
  ['not seen', all, [page('?status=ACTIVE', ['ACTIVE', 'ACTIVE', 'DISABLED']), disabled], 'violated'],
  ['one too few', all, [page('?status=ACTIVE', ['ACTIVE']), disabled], 'violated'],
  ['none', all, [active, page('?status=DISABLED', [])], 'violated'],
  ['one fewer in a later state', all, [page('?status=ACTIVE', ['ACTIVE'], 8), disabled], 'pass'],
  ['all of one status', page('', ['ACTIVE']), [page('?status=ACTIVE', ['ACTIVE'])], 'inconclusive'],
  ['no status', page('', [undefined]), [], 'inconclusive'],
])('%s', (_, every, filtered, verdict) => {
  expect(judged(statusOfUsers, historyOf({ all: every, filtered })).verdict).toBe(verdict);
});
