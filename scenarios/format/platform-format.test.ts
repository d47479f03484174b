import { expect, test } from 'vitest';
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
