/** `replay --against`: a table of scenarios and contract versions. */
import { expect, test } from 'vitest';
import { readMarkup } from '../../../reports/testing/markup.ts';
import { calm, reads, testShell } from '../testing/test-folder.ts';

const ORDER = '{ as: trader, request: GET /orders/0, expect: { status: 404, body: { error: { retryable: false } } } }';
const shell = testShell({
  'me.yaml': calm('me', reads()),
  'tickets.yaml': calm('tickets', '{ mint: one, as: trader, expect: { status: 200 } }'),
  'code.yaml': calm('code', ORDER),
  'members.yaml': calm('members', reads()).replace('calm:', 'world: { members: [{ version: 0.13.0 }] }\ncalm:'),
});

test('a row for each scenario, a column for each version, and the worst verdict as the status', async () => {
  const { status, out, err } = await shell.run([
    ...['replay', 'me.yaml', 'tickets.yaml', 'code.yaml', 'members.yaml', '--against', '0.14.0', '0.1.0,0.13.0'],
    ...['--jobs', '2', '--out', 'report', '--format', 'junit,html'],
  ]);
  expect(err).toBe('');
  expect(out.split('\n').slice(0, 5)).toEqual([
    '         0.1.0    0.13.0   0.14.0',
    'me       pass     pass     pass',
    'tickets  n/a      n/a      pass',
    'code     FAIL     pass     pass',
    'members  n/a      n/a      n/a',
  ]);
  expect(out).toContain(
    "tickets against 0.1.0 to 0.13.0: n/a, /v1/ws-tickets is no path of the target's contract, so there are no tickets to mint",
  );
  expect(out).toContain('members against 0.1.0 to 0.14.0: n/a, the scenario states the members of its world');
  expect(out).toMatch(
    /^code against 0\.1\.0: FAIL\n(.*\n)*.* body error\.retryable: expected false, seen nothing {2}code\.yaml:4:\d+$/m,
  );
  expect(status).toBe(1);

  const record = JSON.parse(await shell.read('report/replay.json')) as {
    readonly summary: unknown;
    readonly scenarios: readonly { readonly id: string; readonly against: string }[];
  };
  expect(record.summary).toEqual({ pass: 6, fail: 1, inconclusive: 0, 'not-exercised': 0, 'not-applicable': 5 });
  expect(record.scenarios[3]).toMatchObject({ id: 'tickets', against: '0.1.0', verdict: 'not-applicable' });
  const cases = readMarkup(await shell.read('report/junit.xml')).filter(({ name }) => name === 'testcase');
  expect(cases.map(({ attributes }) => attributes['name']).slice(0, 3)).toEqual([
    'me against 0.1.0',
    'me against 0.13.0',
    'me against 0.14.0',
  ]);
});

test('where no version can play it, nothing is proved: status 3', async () => {
  expect((await shell.run(['replay', 'tickets.yaml', '--against', '0.12.0'])).status).toBe(3);
});
