import { describe, expect, test, vi } from 'vitest';
import { ControlRefused, startSandbox } from './sandbox.ts';

async function meOf(baseUrl: string, token: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

describe('a sandbox in a test', () => {
  test('accepts its principals, and moves its clock, which tokens follow', async () => {
    await using sandbox = await startSandbox();
    const [token, brief] = [await sandbox.token('trader'), await sandbox.token('trader', { expiresIn: '30s' })];
    expect([await meOf(sandbox.baseUrl, token), await meOf(sandbox.baseUrl, brief)]).toEqual([200, 200]);
    await sandbox.control.advanceClock({ by: '2m' });
    expect([await meOf(sandbox.baseUrl, token), await meOf(sandbox.baseUrl, brief)]).toEqual([200, 401]);
  });

  test("reports the control plane's refusals with their messages", async () => {
    await using sandbox = await startSandbox({ ports: false });
    const refused = await sandbox.control.removeMember('m1').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ControlRefused);
    expect(refused).toMatchObject({ name: 'ControlRefused', status: 409, code: 'CONFLICT' });
    await expect(sandbox.token('unknown' as 'trader')).rejects.toThrow('no principal unknown');
  });

  test('stays the same over a reset', async () => {
    await using sandbox = await startSandbox({ ports: false });
    const before = sandbox.platform;
    await sandbox.control.reset({ seed: 2 });
    expect(sandbox.platform).not.toBe(before);
    expect((await sandbox.control.readHealth()).seed).toBe(2);
  });

  test('creates worlds with their own control plane and tokens', async () => {
    await using sandbox = await startSandbox();
    const world = await sandbox.createWorld({ name: 'other' });
    await world.control.advanceClock({ by: '1h' });
    expect(await world.control.readClock()).not.toEqual(await sandbox.control.readClock());
    expect(await meOf(world.baseUrl, await world.token('trader'))).toBe(200);
    expect(await meOf(world.baseUrl, await sandbox.token('trader'))).toBe(401);
    expect(Object.keys(world)).toContain('control');
  });

  test('keeps its own clock in a test that fakes the timers of its client', async () => {
    vi.useFakeTimers();
    try {
      const sandbox = await startSandbox();
      const token = await sandbox.token('trader', { expiresIn: '30s' });
      const fired = await sandbox.control.advanceClock({ by: '1m' });
      expect(fired.fired).not.toEqual([]);
      expect(await meOf(sandbox.baseUrl, token)).toBe(401);
      await sandbox.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('is closed once, for any number of calls, and then answers no request', async () => {
    const sandbox = await startSandbox();
    await sandbox.control.readClock();
    const { baseUrl } = sandbox;
    await Promise.all([sandbox.close(), sandbox.close()]);
    await sandbox[Symbol.asyncDispose]();
    await expect(fetch(baseUrl)).rejects.toThrow(TypeError);
    await expect(sandbox.control.readClock()).rejects.toThrow('GET /clock');
  });
});

/** Never called: the compiler must reject each row. */
const NOT_SO: readonly ((sandbox: Awaited<ReturnType<typeof startSandbox>>) => unknown)[] = [
  // @ts-expect-error no such principal
  (sandbox) => sandbox.token('unknown'),
  // @ts-expect-error no such operation
  (sandbox) => sandbox.control.advance({ by: '2s' }),
  // @ts-expect-error no such effect
  (sandbox) => sandbox.control.addFault({ on: {}, loose: 'answer' }),
  // @ts-expect-error no such option
  () => startSandbox({ prots: false }),
];

test('an unknown member is a type error', () => {
  expect(NOT_SO).toHaveLength(4);
});
