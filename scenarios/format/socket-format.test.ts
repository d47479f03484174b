import { expect, test } from 'vitest';
import { readScenario } from './read.ts';

const HEAD = 'id: one\nstory: A story.\n';

const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
const OPEN = '{ as: trader, open: one }';

test('silence may also be stated in the wording of answers', () => {
  const heard = (expected: string) => {
    const step = readScenario(storm(OPEN, `{ hear: one, expect: ${expected} }`), 'one.yaml').steps[1];
    return step?.kind === 'hear' ? step.expect : undefined;
  };
  expect(heard('{ answer: none }')).toEqual({ frame: 'none' });
  expect(heard('{ answer: none }')).toEqual(heard('{ frame: none }'));
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
