import { describe, expect, onTestFinished, test } from 'vitest';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { StubAnswer, StubMember } from '../../testing/stub-member.ts';
import { stubOfTest } from '../../testing/stub-member.ts';
import { httpTransport } from '../sending/transport.ts';
import { Unreached } from '../sending/unreached.ts';
import type { FaultRule } from './control.ts';
import { controlPlane } from './control-plane.ts';
import type { ClockKind } from './control-session.ts';
import { ControlSession } from './control-session.ts';

const RULE: FaultRule = { on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 };
const NOT_FOUND: StubAnswer = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'no such thing' } } };

/** Responses by `METHOD /path`; the last one of a list repeats. */
async function controlled(
  answers: Readonly<Record<string, StubAnswer | readonly StubAnswer[]>>,
  clock: ClockKind = { mode: 'virtual', rate: 1 },
) {
  const asked = new Map<string, number>();
  const stub: StubMember = await stubOfTest(({ method, url }) => {
    const line = `${method} ${url}`;
    const n = asked.get(line) ?? 0;
    asked.set(line, n + 1);
    const given = answers[line];
    const list = Array.isArray(given) ? (given as readonly StubAnswer[]) : [given as StubAnswer | undefined];
    return list[Math.min(n, list.length - 1)] ?? NOT_FOUND;
  });
  const stopwatch = startStopwatch();
  const plane = controlPlane(httpTransport(stub.baseUrl, stopwatch));
  onTestFinished(() => plane.close());
  const events: string[] = [];
  const session = new ControlSession(plane, stopwatch, clock, {
    timeMoved: (byMs, nowMs) => events.push(`time moved by ${byMs} to ${nowMs}`),
    began: () => () => {},
    worldReset: () => events.push('world reset'),
    worldRestored: (nowMs) => events.push(`world restored to ${nowMs}`),
    minted: (token, { persona }) => events.push(`${persona} ${token}`),
  });
  const lines = () => stub.requests.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());
  return { session, events, lines };
}

const fault = (firings: number, held: number, status = 200): StubAnswer => {
  return { status, body: { id: 'f1', rule: RULE, firings, held } };
};
/** A fault that is added and removed, and that fires so often. */
const oneFault = (firings: number) => ({
  'POST /faults': fault(0, 0, 201),
  'GET /faults/f1': fault(firings, 0),
  'DELETE /faults/f1': { status: 204 },
});

describe('the control plane', () => {
  test('moves the clock and reports its time', async () => {
    const { session, events, lines } = await controlled({
      'POST /clock/advance': { status: 200, body: { nowNs: '17', fired: [{ atNs: '9', label: 'x' }], held: [] } },
      'GET /clock': { status: 200, body: { mode: 'virtual', nowNs: '17', timers: 0 } },
    });
    expect(await session.advance('2s')).toEqual({ nowNs: 17n, fired: [{ atNs: '9', label: 'x' }], held: [] });
    expect(await session.clock()).toEqual({ mode: 'virtual', nowNs: 17n, timers: 0 });
    expect([events, lines()[0]]).toEqual([['time moved by 2000 to 0.000017'], 'POST /clock/advance {"by":"2s"}']);
  });

  test('adds a fault, waits until it holds, releases it and removes it once', async () => {
    const { session, lines } = await controlled({
      ...oneFault(0),
      'GET /faults/f1': [fault(0, 0), fault(1, 0), fault(1, 1)],
      'POST /holds/verdict/release': { status: 200, body: { released: 1 } },
    });
    const added = await session.fault(RULE);
    await added.untilHeld();
    expect(await session.release('verdict')).toBe(1);
    await added.remove();
    expect(await session.finish()).toEqual([]);
    expect(lines().filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
    expect(lines()[0]).toBe(`POST /faults ${JSON.stringify(RULE)}`);
  });

  test('lists an instrument, loads an algo version and returns the rows', async () => {
    const instrument = { instrumentId: 8, symbol: 'AVAX-USD' };
    const version = { algoVersionId: 5, pool: 'pool-a', manifest: { name: 'quoter' }, documentSchema: {} };
    const { session, lines } = await controlled({
      'POST /instruments': [
        { status: 201, body: instrument },
        { status: 409, body: { error: { code: 'CONFLICT', message: 'symbol: AVAX-USD is listed already' } } },
      ],
      'POST /algo-versions': { status: 201, body: version },
    });
    expect(await session.listInstrument({ symbol: 'AVAX-USD', tick: null })).toEqual(instrument);
    expect(await session.loadAlgoVersion({ pool: 'pool-a' })).toEqual(version);
    await expect(session.listInstrument({ symbol: 'AVAX-USD' })).rejects.toThrow('AVAX-USD is listed already');
    expect(lines().slice(0, 2)).toEqual([
      'POST /instruments {"symbol":"AVAX-USD","tick":null}',
      'POST /algo-versions {"pool":"pool-a"}',
    ]);
  });

  test('names the faults that never fired, except optional ones', async () => {
    const { session } = await controlled(oneFault(0));
    await session.fault(RULE, { optional: true });
    expect(await session.finish()).toEqual([]);
    await (await session.fault(RULE)).remove();
    expect(await session.finish()).toEqual([JSON.stringify(RULE)]);
  });

  test('removes a fault that is added after the end', async () => {
    const { session, lines } = await controlled(oneFault(0));
    const adding = session.fault(RULE);
    await session.finish();
    await adding;
    expect(lines()).toContain('DELETE /faults/f1');
  });

  test('mints a token and reports it before any request can send it', async () => {
    const { session, events, lines } = await controlled({
      'POST /identity/mint': { status: 200, body: { token: 'minted-token' } },
    });
    expect(await session.mint({ persona: 'trader', key: 'foreign' })).toBe('minted-token');
    expect([events, lines()]).toEqual([
      ['trader minted-token'],
      ['POST /identity/mint {"persona":"trader","key":"foreign"}'],
    ]);
  });

  test('waits for a running clock within a limit of real time', async () => {
    const scaled = { mode: 'scaled', rate: 100 } as const;
    const reading = { status: 200, body: { mode: 'scaled', nowNs: '5', rate: 100 } };
    const { session, lines } = await controlled({ 'GET /clock': reading }, scaled);
    expect((await session.advance('1s')).nowNs).toBe(5n);
    expect(lines()).toEqual(['GET /clock']);
    await expect(session.advance('24h')).rejects.toThrow(
      "the target's clock is scaled: 24h of it is too long to wait for",
    );
  });

  test("the error of an unreached state contains the control plane's message", async () => {
    const { session } = await controlled({
      'POST /clock/advance': { status: 409, body: { error: { code: 'CLOCK_IS_REAL', message: 'the clock is real' } } },
    });
    await expect(session.advance('1s')).rejects.toThrow(Unreached);
    await expect(session.advance('1s')).rejects.toThrow('POST /clock/advance answered 409 the clock is real');
    await expect(session.members()).rejects.toThrow('GET /members answered 404 no such thing');
  });

  test('a fault that no longer exists is no error at the end', async () => {
    const { session } = await controlled({ 'POST /faults': fault(0, 0, 201) });
    await session.fault(RULE);
    expect(await session.finish()).toEqual([]);
  });

  test('removes faults even if restoring a member fails', async () => {
    const { session, lines } = await controlled({
      'GET /members': [{ status: 200, body: { items: [{ name: 'm1', surfaces: {} }] } }, { status: 500 }],
      'GET /routing': { status: 200, body: {} },
      'POST /members/m1/deploy': { status: 200, body: {} },
      ...oneFault(1),
    });
    await session.fault(RULE);
    await session.deploy({ surfaces: { algos: false } }, 'm1');
    await expect(session.finish()).rejects.toThrow(Unreached);
    expect(lines()).toContain('DELETE /faults/f1');
  });
});
