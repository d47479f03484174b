import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noTokenIsServed } from './no-token-is-served.check.ts';

const refused = (message: string) => answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', message });
const headed = (name: string, value: string) => answer('GET /me', { status: 200, headers: { [name]: value } });

test.each([
  ['none', refused('the token does not verify: send <access token>'), 'pass'],
  ['the whole in a message', refused('not a token: <token of trader>'), 'violated'],
  ['a part of it', refused('bad signature <part of the token of trader>'), 'violated'],
  ['encoded', refused('got <token of trader, base64>'), 'violated'],
  ['any token', refused('got <token>'), 'violated'],
  ['a secret in a body', answer('GET /me', { status: 200, body: { user: '<secret of trader>' } }), 'violated'],
  ['in a header', headed('X-Request-Id', '<token of trader>'), 'violated'],
  ['a minted one', refused('<minted token of viewer>'), 'violated'],
])('%s', (_, answered, verdict) => {
  const sent = answer('GET /orders', { status: 200, sent: { Authorization: 'Bearer <token of trader>' } });
  expect(judged(noTokenIsServed, historyOf([sent, answered])).verdict).toBe(verdict);
});
