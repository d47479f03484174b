import { expect, test } from 'vitest';
import type { SocketPlace } from '../../gateway/sockets/socket-edge.ts';
import { createClock } from '../clock.ts';
import { createSeed } from '../seed.ts';
import { createFaults } from './faults.ts';
import type { FaultRule } from './rule-shape.ts';
import { createSocketEdge } from './socket-edge.ts';

const PLACE: SocketPlace = { member: 'm1', socket: 'trading', orgId: 1 };
const TEXT = JSON.stringify({ op: 'auth', reqId: 'r1', success: true });

function sample(...rules: readonly FaultRule[]) {
  const clock = createClock({ mode: 'virtual' });
  const seed = createSeed(1);
  const faults = createFaults({ clock, random: seed.stream('faults') });
  const ids = rules.map((rule) => faults.add(rule).id);
  return { clock, faults, ids, edge: createSocketEdge(faults, seed.stream('frames')) };
}

test('without a fault nothing waits', () => {
  const { edge } = sample();
  expect(edge.handshake(PLACE)).toBeUndefined();
  expect(edge.firstFrame(PLACE)).toBeUndefined();
  expect(edge.frame({ ...PLACE, frame: 'auth' }, TEXT)).toBeUndefined();
});

test.each<[string, FaultRule, Partial<SocketPlace>]>([
  ['another socket', { on: { edge: 'frame', socket: 'market-data' }, cut: true }, {}],
  ['another member', { on: { edge: 'frame', member: 'm2' }, cut: true }, {}],
  ['another organisation', { on: { edge: 'frame', org: 2 }, cut: true }, {}],
  ['a caller before admission', { on: { edge: 'frame', org: 1 }, cut: true }, { orgId: undefined }],
  ['another frame', { on: { edge: 'frame', frame: 'quote' }, cut: true }, {}],
  ['another edge', { on: { edge: 'first-frame' }, hold: 'x' }, {}],
])('a rule for %s does not strike', (_, rule, place) => {
  expect(sample(rule).edge.frame({ ...PLACE, frame: 'auth', ...place }, TEXT)).toBeUndefined();
});

test.each<[FaultRule, 'go' | 'refuse' | 'drop']>([
  [{ on: { edge: 'handshake', socket: 'trading', org: 1, member: 'm1' }, refuse: 'NOT_PRIMED' }, 'refuse'],
  [{ on: {}, drop: 'handshake' }, 'drop'],
  [{ on: { edge: 'handshake' }, delay: 0 }, 'go'],
])('a handshake: %j', async (rule, fate) => {
  const { edge, clock } = sample(rule);
  const struck = edge.handshake(PLACE);
  await clock.advance(0);
  expect(await struck).toBe(fate);
});

test('a first frame is held until it is released', async () => {
  const { edge, faults, ids } = sample({ on: { edge: 'first-frame' }, hold: 'opening', times: 1 });
  const opened = edge.firstFrame(PLACE);
  expect(faults.get(ids[0] ?? '')).toMatchObject({ firings: 1, held: 1 });
  expect(faults.release('opening')).toBe(1);
  expect(await opened).toBeUndefined();
  expect(edge.firstFrame(PLACE)).toBeUndefined();
});

test.each<[FaultRule, unknown]>([
  [{ on: { edge: 'frame' }, delay: 0 }, { act: 'go' }],
  [{ on: { frame: 'auth' }, drop: 'frame' }, { act: 'drop' }],
  [
    { on: { frame: 'auth' }, duplicate: true },
    { act: 'replace', texts: [TEXT, TEXT] },
  ],
  [{ on: { frame: 'auth' }, cut: true }, { act: 'cut' }],
  [
    { on: { frame: 'auth' }, close: 4000 },
    { act: 'close', code: 4000 },
  ],
])('a frame: %j', async (rule, fate) => {
  const { edge, clock } = sample(rule);
  const struck = edge.frame({ ...PLACE, frame: 'auth' }, TEXT);
  await clock.advance(0);
  expect(await struck).toEqual(fate);
});

test('a garbled frame is one text that does not parse', async () => {
  const { edge } = sample({ on: {}, garble: true });
  const fate = await edge.frame({ ...PLACE, frame: 'auth' }, TEXT);
  expect(fate).toEqual({ act: 'replace', texts: [expect.any(String)] });
  expect(() => JSON.parse(fate?.act === 'replace' ? (fate.texts[0] ?? '') : '')).toThrow(SyntaxError);
});
