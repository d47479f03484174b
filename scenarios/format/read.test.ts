import { describe, expect, test } from 'vitest';
import { readScenario } from './read.ts';

const HEAD = 'id: one\nstory: A story.\n';
const SEND = '  - as: trader\n    request: POST /orders\n    key: k1\n    body: { qty: "1" }\n';

const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;

describe('a scenario', () => {
  test('repeats what it does not state, and overrides what it states', () => {
    const { steps } = readScenario(
      `${HEAD}storm:\n${SEND}  - { as: viewer, request: GET /me }\n  - { repeat: last }\n  - { as: approver, request: POST /orders, repeat: last, key: k2 }\n`,
      'one.yaml',
    );
    expect(steps.map((step) => step.kind === 'request' && step.sent)).toEqual([
      { as: 'trader', method: 'POST', path: '/orders', key: 'k1', headers: {}, body: { json: { qty: '1' } } },
      { as: 'viewer', method: 'GET', path: '/me', headers: {} },
      { as: 'viewer', method: 'GET', path: '/me', headers: {} },
      { as: 'approver', method: 'POST', path: '/orders', key: 'k2', headers: {}, body: { json: { qty: '1' } } },
    ]);
  });

  test('keeps integers that a JSON number would round', () => {
    const { steps } = readScenario(
      storm('{ as: trader, request: POST /orders, body: { id: 9007199254740993, n: 3 } }'),
      'f',
    );
    expect(steps[0]).toMatchObject({ sent: { body: { json: { id: 9007199254740993n, n: 3 } } } });
  });

  test('counts its steps through storm and calm, with the place of each', () => {
    const { steps, world } = readScenario(`${storm('wait: 1s')}calm:\n  - wait: 90m\n`, 'f');
    expect(steps.map(({ n, phase, at }) => [n, phase, at.line])).toEqual([
      [1, 'storm', 4],
      [2, 'calm', 6],
    ]);
    expect(steps.map((step) => step.kind === 'wait' && step.ms)).toEqual([1000, 5_400_000]);
    expect(world).toEqual({ seed: 1 });
  });

  test('is written out where its steps hold steps: a loop pass by pass, branches round by round', () => {
    const { steps } = readScenario(
      storm(
        `{ times: 2, steps: [{ as: trader, request: POST /orders, key: 'k-\${pass}', query: { limit: '\${pass}' } }] }`,
        '{ parallel: [[{ as: trader, request: GET /a, expect: { status: 200 } }, { wait: 1s }], [{ as: admin, request: GET /b }]] }',
      ),
      'f',
    );
    const told = steps.map((step) => {
      if (step.kind === 'request') return [step.sent.path, step.sent.key, step.sent.query, step.background];
      return step.kind === 'await' ? ['await', step.request, step.expect?.status] : [step.kind];
    });
    expect(told).toEqual([
      ['/orders', 'k-1', { limit: 1 }, false],
      ['/orders', 'k-2', { limit: 2 }, false],
      ['/a', undefined, undefined, true],
      ['/b', undefined, undefined, true],
      ['await', 'parallel 1, branch 1, step 1', [200]],
      ['await', 'parallel 1, branch 2, step 1', undefined],
      ['wait'],
    ]);
    expect(steps.map(({ at }) => at.line)).toEqual([4, 4, 5, 5, 5, 5, 5]);
  });
});

test('the head of a file says what a client should do, and the group that it is listed under', () => {
  const text = `${HEAD}client: Send the same key again.\ntheme: replay\ncalm: [{ wait: 1s }]\n`;
  expect(readScenario(text, 'one.yaml')).toMatchObject({ client: 'Send the same key again.', theme: 'replay' });
  expect(readScenario(`${HEAD}calm: [{ wait: 1s }]\n`, 'one.yaml')).not.toHaveProperty('client');
});
