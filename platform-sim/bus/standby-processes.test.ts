import { expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { standbyProcesses } from './standby-processes.ts';

const clock = createClock({ mode: 'virtual' });
const report = (id: string) => ({ id, host: 'here', pid: 7, sinceNs: '1', gatewayUrl: null, controlUrl: null });

test('a standby is known until it leaves, or has been silent for four seconds', async () => {
  const standbys = standbyProcesses(clock);
  const ids = () => standbys.list().map(({ id }) => id);
  standbys.hear(report('a'));
  standbys.hear(report('b'));
  standbys.hear(report('c'));
  standbys.hear({ ...report('c'), leaving: true });
  expect(ids()).toEqual(['a', 'b']);
  await clock.advance(3_000);
  standbys.hear(report('b'));
  await clock.advance(1_001);
  expect(ids()).toEqual(['b']);
});
