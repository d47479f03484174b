import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { withoutPlan } from '../testing/command-in.ts';
import { testShell } from '../testing/test-folder.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'ES256' })}.${part({ exp: 1_767_571_200 })}.signature`;
const WALK = fileURLToPath(new URL('../../../scenarios/library/walk-under-writes.yaml', import.meta.url));

const member = await startStub(() => ({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } }));
afterAll(() => member.close());
const instrument = { id: 1, symbol: 'A-B', tick: '0.01', step: '0.01', price: '1.00' };
const profile = {
  ...{ baseUrl: member.baseUrl, contract: { rest: '0.14.0' }, limits: { writes: true } },
  principals: { trader: { tokenEnv: 'TRADER_TOKEN' } },
  fixtures: { account: { id: 1, name: 'main' }, instrument },
};
const shell = testShell({ 'staging.json': profile }, { TRADER_TOKEN: TOKEN });

const WORDS =
  'the token of principals.trader expired at 2026-01-05T00:00:00.000Z; put a fresh one there, or clientId and clientSecret\n';

test.each<[string, readonly string[], string, string]>([
  ['check', ['check', '--select', 'auth'], '', `touchstone: ${WORDS}`],
  ['replay', ['replay', WALK], '', `touchstone: ${WORDS}`],
  ['doctor', ['doctor'], `BAD   trader  ${WORDS}`, ''],
])(
  '%s reports the principal of an expired token in one line, status 2, and sends nothing',
  async (_, args, out, err) => {
    const said = await shell.run([...args, '--target', 'staging.json']);
    expect({ ...said, err: withoutPlan(said.err) }).toEqual({ status: 2, out, err });
    expect(member.requests).toEqual([]);
  },
);
