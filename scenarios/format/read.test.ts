import { describe, expect, test } from 'vitest';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import { stepLines } from '../player/print.ts';
import { plain } from '../player/terminal-text.ts';
import { deployed, HEAD, OPEN, problemsOf, ROLL, SEND, storm } from '../testing/sample-problems.ts';
import { unmetNeeds } from './needs.ts';
import { readScenario } from './read.ts';

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
    const words = steps.map((step) => {
      if (step.kind === 'request') return [step.sent.path, step.sent.key, step.sent.query, step.background];
      return step.kind === 'await' ? ['await', step.request, step.expect?.status] : [step.kind];
    });
    expect(words).toEqual([
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

test('silence may also be stated in the wording of answers', () => {
  const expectation = (expected: string) => {
    const step = readScenario(storm(OPEN, `{ hear: one, expect: ${expected} }`), 'one.yaml').steps[1];
    return step?.kind === 'hear' ? step.expect : undefined;
  };
  expect(expectation('{ answer: none }')).toEqual({ frame: 'none' });
  expect(expectation('{ answer: none }')).toEqual(expectation('{ frame: none }'));
});

test('defaults are filled in', () => {
  const { steps } = readScenario(
    storm(
      '{ as: trader, mint: first }',
      '{ as: outsider, issue: short, expiresIn: 90s }',
      '{ open: one, ticket: first }',
      '{ bearer: short, open: two }',
      '{ op: auth, on: one, as: outsider }',
      '{ open: quotes, as: anonymous }',
    ),
    'one.yaml',
  );
  // biome-ignore format: an aligned table
  expect(steps.map(({ n: _, phase: __, at: ___, ...step }) => JSON.parse(JSON.stringify(step)))).toEqual([
    { kind: 'mint', name: 'first', as: 'trader', body: { stream: 'trading' }, save: {} },
    { kind: 'issue', name: 'short', as: 'outsider', claims: {}, expiresInMs: 90_000 },
    { kind: 'open', name: 'one', socket: 'trading', ticket: 'first', save: {} },
    { kind: 'open', name: 'two', socket: 'trading', bearer: { issued: 'short' }, save: {} },
    { kind: 'op', socket: 'one', op: 'auth', reqId: 'step5', params: {}, bearer: { as: 'outsider' }, background: false, save: {} },
    { kind: 'open', name: 'quotes', socket: 'trading', save: {} },
  ]);
});

test('the members of the target are unknown if the scenario names none', () => {
  expect(problemsOf('id: one\nstory: A story.\nstorm: [{ route: canary }, { member: m9, does: crash }]\n')).toBe(
    'none',
  );
});

// biome-ignore format: an aligned table
const WORDS = [
  ['{ member: m1, deploy: { version: 0.14.0, surfaces: { tickets: false } } }', 'm1          deploy 0.14.0, tickets off'],
  ['{ member: m1, does: crash }',                                               'm1          crash'],
  ['{ member: m2, lag: 2s }',                                                   'm2          lag 2s'],
  ['{ member: m2, skew: -3s }',                                                 'm2          clock 3s behind'],
  ['{ member: m2, skew: 250 }',                                                 'm2          clock 250ms ahead'],
  ['route: m2',                                                                 'route       m2'],
  ['{ owner: orders, does: leave }',                                            'owner       orders leaves'],
  [ROLL,                                                                        'roll        up: m1 upgrade to 0.14.0'],
  ['next: up',                                                                  'roll        next step of up'],
  ['{ fill: "7" }',                                                             'venue       fill the rest of order 7'],
  ['{ fill: "7", qty: "0.4", price: "99.5" }',                                  'venue       fill 0.4 of order 7 at 99.5'],
  ['{ reject: "7", reason: RATE_CEILING }',                                     'venue       reject order 7: RATE_CEILING'],
  ['{ balance: 1, asset: USD, total: "250.00" }',                               'venue       account 1: USD 250.00'],
] as const;

test('each step is described in a few words', () => {
  const { steps, world } = readScenario(deployed(...WORDS.map(([step]) => step)), 'one.yaml');
  const unplayed = {
    verdict: 'done',
    mismatches: [],
    exchanges: [],
    messages: [],
    fromMs: 0,
    toMs: 0,
    movedMs: 0,
  } as const;
  const said = steps.map((step) => stepLines({ step, ...unplayed }, plain, 'one.yaml')[0]?.slice(9));
  expect(said).toEqual(WORDS.map(([, words]) => words));
  expect(world.members).toEqual([
    { version: '0.13.0' },
    { version: '0.14.0', surfaces: { tickets: false }, weight: 2 },
  ]);
});

test.each([
  [
    'its own members',
    'id: one\nstory: A story.\nworld: { members: [0.13.0] }\nstorm: [{ request: GET /me, as: trader }]\n',
    /^.*world\.members are deployed by it/,
  ],
  ['a roll', deployed(ROLL), /step 1 \(roll\) moves faults, the clock or the platform/],
])('%s need a control plane', (_, text, problem) => {
  const profile = { baseUrl: 'http://stub', principals: { trader: { token: 'secret-1' } } } as unknown as Profile;
  const [first] = unmetNeeds(readScenario(text, 'one.yaml'), profile, 'staging.yaml');
  expect(first?.message).toMatch(problem);
});
