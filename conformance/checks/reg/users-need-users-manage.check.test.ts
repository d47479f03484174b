import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { usersNeedUsersManage } from './users-need-users-manage.check.ts';

const put = (options: object) => answer('PUT /users/7', { status: 403, ...options });
const denied = put({ code: 'CAPABILITY_DENIED', position: 9 });
const taken = put({ status: 200, position: 8 });

test.each([
  ['denied', taken, denied, 'pass'],
  ['restated', taken, put({ status: 200, position: 9 }), 'violated'],
  ['denied by the door', taken, put({ code: 'CAPABILITY_DENIED' }), 'violated'],
  ['denied under another code', taken, put({ code: 'FORBIDDEN_PRINCIPAL', position: 9 }), 'violated'],
  ['the body is not taken of anyone', put({ status: 400 }), denied, 'inconclusive'],
])('%s', (_, first, second, verdict) => {
  expect(judged(usersNeedUsersManage, historyOf({ taken: first, denied: [denied, second] })).verdict).toBe(verdict);
});
