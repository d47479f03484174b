/**
 * A sandbox on a real nats-server that is killed (SIGKILL) with work in progress, members and all, and the process that
 * takes over: nothing that was answered 202 is lost, what a fault held is held, a roll continues, and faults with a
 * probability strike as if nothing had happened.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNats, type TestNats, WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import { type OwnProcess, startOwn } from './testing/own-process.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The writes, each with a rule that stands in its way, and what its key says in the process that takes over. */
const WRITES = {
  'send-held': [{ on: { edge: 'send', owner: 'orders' }, hold: 'late' }, 'PENDING'],
  'send-lost': [{ on: { owner: 'orders' }, drop: 'command' }, 'SUCCEEDED'],
  'inbox-held': [{ on: { edge: 'inbox', owner: 'orders' }, hold: 'late' }, 'PENDING'],
  'verdict-held': [{ on: { edge: 'verdict', owner: 'orders' }, hold: 'late' }, 'PENDING'],
  'verdict-late': [{ on: { edge: 'verdict', owner: 'orders' }, delay: '30s' }, 'PENDING'],
  'reply-held': [{ on: { edge: 'reply', owner: 'orders' }, hold: 'reply' }, 'SUCCEEDED'],
  // Last: what comes behind waits, too.
  'line-held': [{ on: { edge: 'sequencer', owner: 'orders' }, hold: 'late' }, 'PENDING'],
} as const;
const KEYS = Object.keys(WRITES) as (keyof typeof WRITES)[];
const HELD = KEYS.filter((key) => WRITES[key][1] === 'PENDING' && key !== 'verdict-late');

/** Strikes reads of a path that no other test uses. */
const NOW_AND_THEN = { on: { path: '/portfolios' }, answer: { status: 500 }, times: { probability: 0.5 } } as const;
const READS = 24;

describe.skipIf(WITHOUT_NATS !== undefined)(
  'a sandbox that is killed with work in progress',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-takeover-'));
    let nats: TestNats;
    /** Of the gateway and the control plane of the active process. */
    let ports: readonly string[];
    let former: OwnProcess;
    let next: OwnProcess;
    let token: string;
    let statuses: readonly number[];

    const start = (at: readonly string[]): OwnProcess =>
      startOwn(
        [
          ...['sandbox', '--platform', nats.url, '--port', `${at[0]}`, '--control-port', `${at[1]}`, '--json'],
          ...['--member', '0.13.0', '--member', '0.14.0', '--profile-out', join(folder, 'profile.json')],
        ],
        folder,
      );
    const control = async (method: string, path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`http://127.0.0.1:${ports[1]}${path}`, { method, headers: JSON_HEADERS, ...sent });
      const said = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`);
      return JSON.parse(said) as never;
    };
    const read = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${ports[0]}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const submit = (key: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${ports[0]}/orders`, {
        method: 'POST',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: JSON.stringify({
          ...{ account: 'main', instrument: 'BTC-USD', clientOrderId: key },
          ...{ side: 'BUY', price: '50.00', qty: '1' },
        }),
      });
    async function outcomeOf(key: string): Promise<unknown> {
      const answer = await read(`/operations/${key}`);
      const { outcome } = (await answer.json()) as { readonly outcome?: { readonly status: string } };
      return answer.status === 200 ? outcome?.status : answer.status;
    }
    const outcomes = async () =>
      Object.fromEntries(await Promise.all(KEYS.map(async (key) => [key, await outcomeOf(key)])));
    async function statusesOf(count: number): Promise<readonly number[]> {
      const seen: number[] = [];
      while (seen.length < count) seen.push((await read('/portfolios')).status);
      return seen;
    }
    const roll = (): Promise<{ readonly state: string; readonly tree: string }> => control('GET', '/rolls/r1');

    beforeAll(async () => {
      nats = await startNats();
      const all = (await Promise.all(Array.from({ length: 4 }, freePort))).map(String);
      ports = all.slice(0, 2);
      former = start(ports);
      await former.ready;
      next = start(all.slice(2));
      ({ token } = (await control('POST', '/identity/mint', { persona: 'trader' })) as { readonly token: string });
      await control('POST', '/faults', NOW_AND_THEN);
      statuses = await statusesOf(READS / 2);
      for (const key of KEYS) {
        const [rule] = WRITES[key];
        await control('POST', '/faults', { ...rule, on: { ...rule.on, key }, times: 1 });
      }
      expect((await Promise.all(KEYS.map(submit))).map(({ status }) => status)).toEqual(KEYS.map(() => 202));
      await control('POST', '/rolls', {
        every: 1,
        plan: [
          { member: 'm1', do: 'upgrade', to: '0.14.0' },
          { member: 'm2', do: 'drain' },
          { member: 'm2', do: 'downgrade', to: '0.13.0' },
          { member: 'm2', do: 'return' },
        ],
      });
      await control('POST', '/rolls/r1/step');
      await control('POST', '/rolls/r1/step');
      await former.kill();
      await next.ready;
      ports = all.slice(2);
      ({ token } = (await control('POST', '/identity/mint', { persona: 'trader' })) as { readonly token: string });
    }, 60_000);
    afterAll(async () => {
      await next.kill();
      await nats[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    test('no key that was answered 202 is unknown, and what was held is held, counted once', async () => {
      await expect.poll(outcomes).toEqual(Object.fromEntries(KEYS.map((key) => [key, WRITES[key][1]])));
      const { items } = (await control('GET', '/faults')) as { readonly items: readonly Held[] };
      const ofWrites = items.filter(({ rule }) => rule.on.key !== undefined);
      expect(
        ofWrites.map(({ rule, firings, held, continuedAtTakeover }) => [
          rule.on.key,
          firings,
          held,
          continuedAtTakeover,
        ]),
      ).toEqual(KEYS.map((key) => [key, 1, WRITES[key][1] === 'PENDING' ? 1 : 0, key === 'reply-held' ? 1 : 0]));
    });

    test('released, each has its one outcome', async () => {
      expect(await control('POST', '/holds/late/release')).toEqual({ released: HELD.length });
      await expect.poll(async () => Promise.all(HELD.map(outcomeOf))).toEqual(HELD.map(() => 'SUCCEEDED'));
      for (const key of HELD) {
        const again = await submit(key);
        expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true']);
      }
    });

    test('a roll continues, its members as its steps left them', async () => {
      expect(await roll()).toMatchObject({ state: 'paused', tree: expect.stringContaining('2 of 4 steps done') });
      const { items } = (await control('GET', '/members')) as { readonly items: readonly object[] };
      expect(items).toMatchObject([
        { name: 'm1', version: '0.14.0', state: 'serving' },
        { name: 'm2', version: '0.14.0', state: 'drained' },
      ]);
      await control('POST', '/rolls/r1/start');
      await expect.poll(async () => (await roll()).state).toBe('done');
      expect(await control('GET', '/members/m2')).toMatchObject({ version: '0.13.0', state: 'serving' });
    });

    test('a fault with a probability strikes the reads that it would have struck in one process', async () => {
      const both = [...statuses, ...(await statusesOf(READS / 2))];
      await using sandbox = await startSandbox({ ports: false });
      sandbox.faults.add(NOW_AND_THEN);
      const struck = await Promise.all(
        both.map(async () => ((await sandbox.faults.at('answer', { method: 'GET', path: '/portfolios' })) ? 500 : 200)),
      );
      expect(both).toEqual(struck);
      expect(new Set(both).size).toBe(2);
    });
  },
);

interface Held {
  readonly rule: { readonly on: { readonly key?: string } };
  readonly firings: number;
  readonly held: number;
  readonly continuedAtTakeover: number;
}
