/** A sixth of the members of `npm run soak failures`. */
import { expect, test } from 'vitest';
import { LEAVING, wrongWithScenario } from './failures/leaves-scenario.ts';

const SHORT = LEAVING.filter((_, i) => i % 6 === 0);

test.concurrent.each(SHORT)('%s leaves a scenario, found by %s', async (name, id) => {
  expect(await wrongWithScenario(name, id)).toBeUndefined();
});
