import { describe, expect, test } from 'vitest';
import { problemsOf } from '../testing/sample-problems.ts';
import { readScenario } from './read.ts';

const HEAD = 'id: one\nstory: A story.\n';
const SEND = '  - as: trader\n    request: POST /orders\n    key: k1\n    body: { qty: "1" }\n';

const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;

describe('a scenario that cannot be played is reported with its place and advice', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['no YAML', 'id: [', /^one\.yaml:1:\d+: /],
    ['a tab', `${HEAD}storm:\n\t- {}\n`, /^one\.yaml:4:1: /],
    ['a key twice', `${HEAD}id: two\n`, /^one\.yaml:3:1: the key 'id' is in this mapping twice: delete one of them$/],
    ['no mapping', '- 1\n', /^one\.yaml:1:1: a scenario is a mapping of id, story/],
    ['empty', '', /^one\.yaml:1:1: a scenario is a mapping/],
    ['no story', 'id: one\nstorm:\n  - wait: 1s\n', /^one\.yaml:1:1: story is missing$/],
    ['no step', HEAD, /^one\.yaml:1:1: a scenario needs a step/],
    ['an id that is none', 'id: One two\nstory: s\ncalm: [{ wait: 1s }]\n', /^one\.yaml:1:5: id is kebab-case/],
    ['an unknown key', `${HEAD}strom:\n  - wait: 1s\n`, /^one\.yaml:3:1: unknown key 'strom' in a scenario; did you mean 'storm'\?$/],
    ['two unknown keys', `${HEAD}a1: 1\nb2: 2\ncalm: [{ wait: 1s }]\n`, /^one\.yaml:3:1: .*'a1'.*\none\.yaml:4:1: .*'b2'.*$/],
    ['a requirement that is none', `${HEAD}proves: [idem11]\ncalm: [{ wait: 1s }]\n`, /^one\.yaml:3:10: a requirement is/],
    ['a step that is none', storm('wait'), /^one\.yaml:4:5: a step is a mapping with one of fault, clear/],
    ['an unknown step', storm('relase: a'), /^one\.yaml:4:5: unknown step 'relase'; did you mean 'release'\?$/],
    ['a step of no kind', storm('{ zebra: 1 }'), /^one\.yaml:4:5: a step needs one of fault/],
    ['two steps in one', storm('{ wait: 1s, release: a }'), /^one\.yaml:4:17: a step does one thing: .*both wait and release/],
    ['a bad duration', storm('advance: 2 sec'), /^one\.yaml:4:14: advance "2 sec" is not a duration: write 250ms, 2s/],
    ['a bad edge', storm('fault: { on: { edge: verdikt }, fail: true }'), /^one\.yaml:4:26: edge 'verdikt' is not one of .*did you mean 'verdict'\?$/],
    ['a fault of two effects', storm('fault: { on: {}, fail: true, hold: h }'), /^one\.yaml:4:12: .*exactly one of .*hold and fail$/],
    ['a fault of no effect', storm('fault: { on: {} }'), /exactly one of .*this one has none$/],
    ['an unknown fault key', storm('fault: { on: {}, hodl: h }'), /^one\.yaml:4:22: unknown key 'hodl' in a fault; did you mean 'hold'\?/],
    ['a bad number of times', storm('fault: { on: {}, fail: true, times: 0 }'), /^one\.yaml:4:41: times must be at least 1$/],
    ['a code in small letters', storm('fault: { on: {}, refuse: inbox }'), /^one\.yaml:4:30: a refusal code is written LIKE_THIS/],
    ['a fault twice', storm('fault: { on: {}, hold: h }', 'fault: { on: {}, hold: h }'), /^one\.yaml:5:5: a fault 'h' exists already/],
    [
      'a release of nothing',
      storm('fault: { on: {}, hold: verdict }', 'release: verdikt'),
      /^one\.yaml:5:14: no earlier step has a hold 'verdikt'; did you mean 'verdict'\?$/,
    ],
    ['a clear of nothing', storm('clear: slow'), /^one\.yaml:4:12: no earlier step has a fault 'slow'$/],
    ['a request that is none', storm('{ as: trader, request: GETS /orders }'), /^one\.yaml:4:28: request is a method and a path/],
    ['a principal that is none', storm('{ as: tradr, request: GET /me }'), /^one\.yaml:4:11: as 'tradr' is not one of .*mean 'trader'\?$/],
    ['nobody', storm('{ request: GET /me }'), /^one\.yaml:4:5: a request needs as/],
    ['a number for a key', storm('{ as: trader, request: POST /orders, key: 17 }'), /^one\.yaml:4:47: key must be text: put it in quotes$/],
    ['a body twice', storm('{ as: trader, request: POST /orders, body: {}, text: x }'), /body \(JSON\) or text \(as it is\), not both/],
    ['within nothing', storm('{ as: trader, request: GET /me, within: 5s }'), /within needs expect/],
    ['a bad status', storm('{ as: trader, request: GET /me, expect: { status: 2x } }'), /^one\.yaml:4:55: status "2x" is not a number/],
    [
      'an unknown expectation',
      storm('{ as: trader, request: GET /me, expect: { stauts: 200 } }'),
      /^one\.yaml:4:47: unknown key 'stauts' in expect; did you mean 'status'\?/,
    ],
    [
      'an unknown matcher',
      storm('{ as: trader, request: GET /me, expect: { body: { a: { $match: x } } } }'),
      /'\$match' must be the only key of its mapping, and one of \$present, \$matches/,
    ],
    [
      'a bad pattern',
      storm('{ as: trader, request: GET /me, expect: { headers: { etag: { $matches: "(" } } } }'),
      /^one\.yaml:4:64: \$matches takes a regular expression/,
    ],
    ['a bad way', storm('{ as: trader, request: GET /me, save: { order: orderId } }'), /^one\.yaml:4:52: 'orderId' is not a path into a body/],
    [
      'a name that nothing saves',
      `${HEAD}storm:\n${SEND}  - as: trader\n    request: GET /orders/\${order}\n`,
      /^one\.yaml:9:14: \$\{order\} is saved by no earlier step/,
    ],
    ['a repeat of nothing', storm('{ as: trader, request: POST /orders, repeat: last }'), /^one\.yaml:4:50: no earlier POST \/orders to repeat/],
    ['a background without a name', storm('{ as: trader, request: GET /me, background: true }'), /background needs name/],
    ['an await of nothing', storm('await: first'), /^one\.yaml:4:12: no earlier step has a background request 'first'/],
    [
      'a background never awaited',
      storm('{ as: trader, request: GET /me, name: a, background: true }'),
      /^one\.yaml:4:5: 'a' is sent in the background and never awaited/,
    ],
    ['a wrong step in a loop, once', storm('{ times: 3, steps: [{ wait: soon }] }'), /^one\.yaml:4:33: wait "soon" is not a duration[^\n]*$/],
    ['a loop past all bounds', storm('{ times: 1000, steps: [{ times: 1000, steps: [{ wait: 1s }] }] }'), /the scenario has more than 5000 steps/],
    ['one branch', storm('{ parallel: [[{ wait: 1s }]] }'), /^one\.yaml:4:17: parallel has at least two branches$/],
    [
      'a branch that sends again and again',
      storm('{ parallel: [[{ as: trader, request: GET /me, within: 1s, expect: { status: 200 } }], [{ wait: 1s }]] }'),
      /^one\.yaml:4:\d+: within sends again and again/,
    ],
    [
      'a change among what must hold',
      `${HEAD}holds:\n${SEND}`,
      /^one\.yaml:4:5: holds has only reads, hear and await: request changes something; put it in calm$/,
    ],
    [
      'a read of which nothing must hold',
      `${HEAD}holds:\n  - { as: trader, request: GET /me }\n`,
      /^one\.yaml:4:5: a step of holds needs expect: what has to hold$/,
    ],
    ['a restore of nothing', storm('restore: before'), /^one\.yaml:4:14: no earlier step has a snapshot 'before'/],
    ['a quote without a price', storm('{ quote: 1, bid: "1.00" }'), /^one\.yaml:4:5: ask is missing$/],
    [
      'a saved value of no answer',
      storm('{ as: trader, request: GET /me, save: { a: header.etag } }'),
      /^one\.yaml:4:48: 'header\.etag' is not a path into a body.*and not headers\.NAME$/,
    ],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toMatch(message);
    for (const line of problemsOf(text).split('\n')) expect(line).toMatch(/^one\.yaml:\d+:\d+: \S/);
  });
});

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
