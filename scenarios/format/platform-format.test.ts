import { describe, expect, test } from 'vitest';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import { stepLines } from '../player/print.ts';
import { plain } from '../player/terminal-text.ts';
import { problemsOf } from '../testing/sample-problems.ts';
import { unmetNeeds } from './needs.ts';
import { readScenario } from './read.ts';

const HEAD =
  'id: one\nstory: A story.\nworld: { members: [0.13.0, { version: 0.14.0, surfaces: { tickets: false }, weight: 2 }] }\n';
const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
const ROLL = '{ roll: up, plan: [{ member: m1, do: upgrade, to: 0.14.0 }] }';

describe('a platform step that cannot be played is reported with its place and advice', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['a member and no more', storm('member: m1'), /^one\.yaml:5:5: a member step has exactly one of .*has none$/],
    ['two things at once', storm('{ member: m1, does: stall, lag: 2s }'), /one of .*has does and lag$/],
    ['what no member does', storm('{ member: m1, does: stal }'), /^one\.yaml:5:25: does 'stal' is not one of .*'stall'\?$/],
    ['a member that is not there', storm('{ member: m3, does: stall }'), /^one\.yaml:5:15: no earlier step has a member 'm3'/],
    ['a version that is none', storm('{ member: m1, deploy: { version: newest } }'), /version is a contract version, such as 0\.13\.0$/],
    ['a skew that is no time', storm('{ member: m1, skew: soon }'), /^one\.yaml:5:25: skew "soon" is not a duration/],
    ['a route to nowhere', storm('route: m9'), /^one\.yaml:5:12: no earlier step has a member 'm9'/],
    ['an owner that does nothing', storm('owner: orders'), /^one\.yaml:5:5: does is missing$/],
    ['a roll without a plan', storm('roll: up'), /^one\.yaml:5:5: roll needs plan/],
    ['a plan of another member', storm('{ roll: up, plan: [{ member: m7, do: drain }] }'), /^one\.yaml:5:34: .*'m7'/],
    ['a fill of no order', storm('fill: the-order'), /^one\.yaml:5:11: fill is the id of an order in quotes, or a saved one/],
    ['an order id that YAML rounds', storm('fill: 1767571200000000000'), /^one\.yaml:5:11: fill must be text: put it in/],
    ['a quantity that is none', storm('{ fill: "7", qty: 1e3 }'), /^one\.yaml:5:23: qty must be text: put it in quotes$/],
    ['a price too fine', storm('{ fill: "7", price: "0.0000000000000000001" }'), /:5:25: price is a decimal in quotes/],
    ['a fill of what is not saved', storm(`fill: '\${order}'`), /^one\.yaml:5:11: \$\{order\} is saved by no earlier/],
    ['a rejection without a reason', storm('reject: "7"'), /^one\.yaml:5:5: reason is missing$/],
    [
      'a reason that is none',
      storm('{ reject: "7", reason: RATE_CEILIN }'),
      /^one\.yaml:5:28: reason 'RATE_CEILIN' is not one of .*did you mean 'RATE_CEILING'\?$/,
    ],
    ['a balance of nothing', storm('{ balance: 1, total: "1" }'), /^one\.yaml:5:5: asset is a symbol such as USD/],
    ['a balance of no account', storm('{ balance: main, asset: USD, total: "1" }'), /:5:16: balance is the id of an account/],
    ['the next step of no roll', storm(ROLL, 'next: down'), /^one\.yaml:6:11: no earlier step has a roll 'down'/],
    ['a fault that fails in another way', storm('fault: { on: { edge: log }, fail: full }'), /fail takes true, and of the edge log/],
    ['an edge that is none', storm('fault: { on: { edge: replay }, crash: true }'), /edge 'replay' is not one of .*'reply'\?$/],
    [
      'a member that is no version',
      'id: one\nstory: A story.\nworld: { members: [newest] }\nstorm: [{ route: m1 }]\n',
      /^one\.yaml:3:20: a member is a contract version, such as 0\.13\.0, or a mapping/,
    ],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text)).toMatch(problem);
  });
});

test('the members of the target are unknown if the scenario names none', () => {
  expect(problemsOf('id: one\nstory: A story.\nstorm: [{ route: canary }, { member: m9, does: crash }]\n')).toBe(
    'none',
  );
});

test('each step is described in a few words', () => {
  const { steps, world } = readScenario(
    storm(
      '{ member: m1, deploy: { version: 0.14.0, surfaces: { tickets: false } } }',
      '{ member: m1, does: crash }',
      '{ member: m2, lag: 2s }',
      '{ member: m2, skew: -3s }',
      '{ member: m2, skew: 250 }',
      'route: m2',
      '{ owner: orders, does: leave }',
      ROLL,
      'next: up',
      `{ fill: "7" }`,
      `{ fill: "7", qty: "0.4", price: "99.5" }`,
      `{ reject: "7", reason: RATE_CEILING }`,
      `{ balance: 1, asset: USD, total: "250.00" }`,
    ),
    'one.yaml',
  );
  const words = steps.map(
    (step) =>
      stepLines(
        { step, verdict: 'done', mismatches: [], exchanges: [], messages: [], fromMs: 0, toMs: 0, movedMs: 0 },
        plain,
        'one.yaml',
      )[0],
  );
  expect(words.map((line = '') => line.slice(9))).toEqual([
    'm1          deploy 0.14.0, tickets off',
    'm1          crash',
    'm2          lag 2s',
    'm2          clock 3s behind',
    'm2          clock 250ms ahead',
    'route       m2',
    'owner       orders leaves',
    'roll        up: m1 upgrade to 0.14.0',
    'roll        next step of up',
    'venue       fill the rest of order 7',
    'venue       fill 0.4 of order 7 at 99.5',
    'venue       reject order 7: RATE_CEILING',
    'venue       account 1: USD 250.00',
  ]);
  expect(world.members).toEqual([
    { version: '0.13.0' },
    { version: '0.14.0', surfaces: { tickets: false }, weight: 2 },
  ]);
});

test.each([
  [
    'members of its own',
    'id: one\nstory: A story.\nworld: { members: [0.13.0] }\nstorm: [{ request: GET /me, as: trader }]\n',
    /^.*world\.members are deployed by it/,
  ],
  ['a roll', storm(ROLL), /step 1 \(roll\) moves faults, the clock or the platform/],
])('%s need a control plane', (_, text, problem) => {
  const profile = { baseUrl: 'http://stub', principals: { trader: { token: 'secret-1' } } } as unknown as Profile;
  const [first] = unmetNeeds(readScenario(text, 'one.yaml'), profile, 'staging.yaml');
  expect(first?.message).toMatch(problem);
});
