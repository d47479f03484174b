import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { but, event, opened, probed, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { oneKindName } from './one-kind-name.check.ts';

const probe = probed('greeted');
const after = (...frames: readonly SampleFrame[]) => session([opened(900), ...probe, ...frames]);
const refused = came({ op: 'x', reqId: 'y', success: false, code: 'UNKNOWN_OP', msgType: 'refusal' });

test.each([
  ['one name', after(), 'pass'],
  ['one name, and more', session([but(opened(900), { seq: 7 }), ...probe]), 'pass'],
  ['a kind that is new', after(event('serverNotice', { text: 'x' })), 'pass'],
  ['an answer that has a kind too', after(refused), 'pass'],
  ['no event', after(came({ pulse: 1 })), 'pass'],
  ['two names', session([but(opened(900), { msgType: 'session' }), ...probe]), 'violated'],
  ['no msgType', session([but(opened(900), { msgType: undefined }), ...probe]), 'violated'],
  ['no event name', session([but(opened(900), { event: undefined }), ...probe]), 'violated'],
  ['no data', session([but(opened(900), { data: undefined }), ...probe]), 'violated'],
  ['no name', session([but(opened(900), { event: '', msgType: '' }), ...probe]), 'violated'],
  ['a new kind by two names', after(but(event('serverNotice', {}), { msgType: 'notice' })), 'violated'],
  ['nothing told', session(probe), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(oneKindName, historyOf({ session: sample })).verdict).toBe(verdict);
});
