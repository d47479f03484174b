import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { but, event, expiring, opened, probed, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { neverExpires } from './never-expires.check.ts';

const ever = [opened(0), ...probed('greeted')];
const passing = session([opened(900), ...probed('greeted')], { closed: { code: 4001 } });
const good = { lasting: session([...ever, ...probed('muchLater')]), passing };
const lasting = (...frames: readonly SampleFrame[]) => ({ lasting: session(frames) });
const data = (members: object) =>
  lasting(but(opened(0), { data: { capabilities: [], ...members } }), ...probed('greeted'), ...probed('muchLater'));

test.each([
  ['"0", and open much later', {}, 'pass'],
  [
    'what is new is told besides',
    lasting(event('notice', {}), ...ever, event('pulse', {}), ...probed('muchLater')),
    'pass',
  ],
  [
    'another end of the other',
    { passing: session([opened(900), ...probed('greeted')], { closed: { code: 4000 } }) },
    'pass',
  ],
  ['refused (A93)', { lasting: refusedHandshake() }, 'not-exercised'],
  ['an expiry of its own', lasting(opened(900), ...probed('greeted'), ...probed('muchLater')), 'violated'],
  ['null', data({ expiresAtNs: null }), 'violated'],
  ['a number', data({ expiresAtNs: 0 }), 'violated'],
  ['no expiry', data({}), 'violated'],
  ['a hint', lasting(...ever, expiring(0, 60_000), ...probed('muchLater')), 'violated'],
  ['closed', { lasting: session(ever, { closed: { code: 4001 } }) }, 'violated'],
  ['a token with an expiry never expires', { passing: session([opened(0), ...probed('greeted')]) }, 'violated'],
  ['no greeting', lasting(...probed('greeted'), ...probed('muchLater')), 'inconclusive'],
  ['no answer in time', lasting(...ever), 'inconclusive'],
  ['it goes away', { lasting: session(ever, { closed: { code: 1001 } }) }, 'inconclusive'],
  ['no greeting of the other', { passing: session(probed('greeted')) }, 'inconclusive'],
  ['the other is not opened', { passing: refusedHandshake() }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(neverExpires, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
