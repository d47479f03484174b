import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { event, opened, probed, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { reqIdIsEchoed } from './req-id-is-echoed.check.ts';

const given = { alnum: 'aB3', printable: '~/x' };
const [alnum, aRefusal] = probed('aB3');
const [printable] = probed('~/x');
const head = [opened(900), ...probed('greeted'), alnum];
const last = probed('last');
const answered = (...frames: readonly SampleFrame[]) => session([...head, ...frames, ...last]);
const echoed = (reqId: string | null) => answered(refusedOp('touchstoneProbe', reqId, 'UNKNOWN_OP'));
const spelt = (reqId: string): SampleFrame => came(`{"op":"touchstoneProbe","reqId":${reqId},"success":false}`);
const closedOn = (code: number) => session(head, { closed: { code } });

test.each([
  ['as it was', answered(aRefusal), false, 'pass'],
  ['printable too', answered(aRefusal, printable, spelt('"~/x"')), true, 'pass'],
  ['told of what is new', answered(event('notice', {}), aRefusal, came({ pulse: 1 })), false, 'pass'],
  ['of whatever answer', answered(came({ op: 'touchstoneProbe', reqId: 'aB3', success: true })), false, 'pass'],
  ['late', session([...head, last[0], aRefusal, last[1]]), false, 'pass'],
  ['in small letters', echoed('ab3'), false, 'violated'],
  ['null', echoed(null), false, 'violated'],
  ['trimmed', echoed('aB'), false, 'violated'],
  ['none', answered(came({ op: 'touchstoneProbe', success: false })), false, 'violated'],
  ['as a number', answered(spelt('3')), false, 'violated'],
  ['in escapes', answered(aRefusal, printable, spelt(String.raw`"~\/x"`)), true, 'violated'],
  ['in escapes, not our own member', answered(spelt(String.raw`"\u0061B3"`)), false, 'pass'],
  ['passed over', answered(), false, 'violated'],
  ['closed on', closedOn(1007), false, 'violated'],
  ['it goes away', closedOn(1001), false, 'inconclusive'],
  ['no answer in time', session(head), false, 'inconclusive'],
  ['not opened', refusedHandshake(), false, 'inconclusive'],
] as const)('%s', (_, sample, strict, verdict) => {
  expect(judged(reqIdIsEchoed, historyOf({ session: sample }, { strict }), given).verdict).toBe(verdict);
});
