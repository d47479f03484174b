import { expect, test } from 'vitest';
import { Refusal } from '../contract/refusals.ts';
import { type Answer, lastStage, stage, stageAround } from '../stage.ts';
import { compiled } from './run-stages.ts';

const nothing = { refuses: [], needs: [], gives: [] } as const;

const give = stage({ ...nothing, name: 'give', gives: ['key'], run: () => ({ key: 'k1' }) });
const wait = stage({ ...nothing, name: 'wait', gives: ['path'], run: async () => ({ path: '/late' }) });
const answer = lastStage({
  ...nothing,
  name: 'answer',
  needs: ['key'],
  run: ({ key }): Answer => ({ status: 200, headers: {}, body: key }),
});
const refuse = stage({
  ...nothing,
  name: 'refuse',
  run() {
    throw new Refusal('NOT_FOUND', 'none');
  },
});
const refuseLate = stage({
  ...nothing,
  name: 'refuse-late',
  async run() {
    throw new Refusal('NOT_FOUND', 'none');
  },
});
const mark = stageAround({
  ...nothing,
  name: 'mark',
  async run(_, proceed) {
    return { ...(await proceed({})), status: 201 };
  },
});

test('the values of a stage are available to those after it, also behind a stage that waits', async () => {
  expect(await compiled([give, wait, answer])({})).toEqual({ status: 200, headers: {}, body: 'k1' });
});

test('a stage around others changes their answer', async () => {
  expect(await compiled([mark, give, wait, answer])({})).toMatchObject({ status: 201, body: 'k1' });
});

test.each([
  [[give, refuse, answer], 'refuse'],
  [[give, wait, refuse, answer], 'refuse'],
  [[refuseLate, answer], 'refuse-late'],
  [[mark, wait, refuse, answer], 'refuse'],
])('a refusal names the stage that threw it %#', async (stages, name) => {
  const run = async () => compiled(stages)({});
  await expect(run()).rejects.toMatchObject({ code: 'NOT_FOUND', stage: name });
});

test('a column whose last stage does not answer is a fault of the pipeline', async () => {
  await expect(compiled([give])({})).rejects.toThrow('the last stage of a column answers');
});
