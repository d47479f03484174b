/**
 * A fault for a missing member or organisation can never fire: it is refused, and the refusal lists the existing ones.
 */
import { expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { clientOf } from '../testing/sample-world.ts';

test.each([
  [{ member: 'm3' }, 'on.member: there is no member m3 here; there are m1, m2'],
  [{ edge: 'jwks', member: 'gateway' }, 'on.member: there is no member gateway here; there are m1, m2'],
  [{ org: 77 }, 'on.org: there is no organisation 77 here'],
] as const)('for %j is refused', async (on, why) => {
  const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
  const { control } = clientOf(sandbox);
  const { status, body } = await control('POST', '/faults', { on, delay: '1s' });
  expect([status, body.error]).toEqual([409, { code: 'CONFLICT', message: `body: ${why}` }]);
  expect(sandbox.faults.list()).toEqual([]);
});

test('for a member that was added, and an organisation that was proposed later, is accepted', async () => {
  const sandbox = await sandboxOf();
  const { control } = clientOf(sandbox);
  await control('POST', '/members', { version: '0.14.0' });
  for (const on of [{ member: 'm2' }, { org: sandbox.profile.principals.outsider.org }])
    expect((await control('POST', '/faults', { on, delay: '1s' })).status).toBe(201);
});
