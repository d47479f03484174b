/** A record owner that leaves and returns. What a client sees of it: `err/owner-absent`. */
import { expect, test } from 'vitest';
import { SamplePlatform } from './testing/sample-platform.ts';

test('commands in its inbox when it leaves wait, and are judged once, in order, when it returns', async () => {
  const sample = new SamplePlatform();
  sample.faults.add({ on: { command: 'submit' }, hold: 'verdict' });
  const waiting = ['k1', 'k2'].map((key) => sample.submit(key));
  sample.platform.owners.leave('orders');
  sample.faults.clear();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sample.records()).toEqual([]);
  expect(sample.platform.owners.list()[1]).toEqual({ name: 'orders', away: true, waiting: 2 });
  // A retry meanwhile attaches to it; a new command is not accepted.
  const again = sample.submit('k1');
  expect(await sample.submit('k3')).toEqual({ taken: false, why: 'OWNER_ABSENT' });
  sample.platform.owners.comeBack('orders');
  const [first, second] = await Promise.all(waiting);
  expect(await again).toEqual(first);
  expect(second).toMatchObject({ taken: true });
  expect(sample.records().map(({ command }) => command.key)).toEqual(['k1', 'k2']);
});
