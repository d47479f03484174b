/**
 * A process on a real nats-server is killed (SIGKILL) with work in progress. Nothing that was answered is lost, held writes stay
 * held, a roll continues, and faults with a probability fire as without the kill.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../conformance/member/control/control-plane.ts';
import { at, isReplay, status } from '../../../conformance/member/exchange/exchange.ts';
import { WITHOUT_NATS } from '../../../platform-sim/nats/testing/nats-server.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import type { OwnProcess } from '../testing/own-process.ts';
import type { Client } from './client.ts';
import { clientAt, controlAt, type OnNats, startOnNats } from './worlds.ts';

const urlOf = (port = ''): string => `http://127.0.0.1:${port}`;
const submit = (client: Client, key: string) => client.send(client.order(key, '1', 'BUY'));

/** The status of a write's outcome, or that of the answer that has none. */
async function outcomeOf(client: Client, key: string): Promise<unknown> {
  const entry = await client.send({ method: 'GET', path: `/operations/${key}` });
  return status(entry) === 200 ? at(entry, 'outcome', 'status') : status(entry);
}

async function traderAt(baseUrl: string, control: ControlPlane): Promise<Client> {
  return clientAt(baseUrl, (await control.mintToken({ persona: 'trader' })).token);
}

// biome-ignore format: an aligned table
/** The writes, each with the rule that blocks it, and the state of its key in the process that takes over. */
const WRITES = {
  'send-held':    [{ on: { edge: 'send',      owner: 'orders' }, hold: 'late' },    'PENDING'],
  'send-lost':    [{ on: {                    owner: 'orders' }, drop: 'command' }, 'SUCCEEDED'],
  'inbox-held':   [{ on: { edge: 'inbox',     owner: 'orders' }, hold: 'late' },    'PENDING'],
  'verdict-held': [{ on: { edge: 'verdict',   owner: 'orders' }, hold: 'late' },    'PENDING'],
  'verdict-late': [{ on: { edge: 'verdict',   owner: 'orders' }, delay: '30s' },    'PENDING'],
  'reply-held':   [{ on: { edge: 'reply',     owner: 'orders' }, hold: 'reply' },   'SUCCEEDED'],
  // Keep it last, because later writes wait, too.
  'line-held':    [{ on: { edge: 'sequencer', owner: 'orders' }, hold: 'late' },    'PENDING'],
} as const;
const KEYS = Object.keys(WRITES) as (keyof typeof WRITES)[];
const HELD = KEYS.filter((key) => WRITES[key][1] === 'PENDING' && key !== 'verdict-late');

/** Fails reads of a path that no other test uses. */
const NOW_AND_THEN = { on: { path: '/portfolios' }, answer: { status: 500 }, times: { probability: 0.5 } } as const;
const READS = 24;

describe.skipIf(WITHOUT_NATS !== undefined)(
  'a sandbox that is killed with work in progress',
  { timeout: 300_000 },
  () => {
    let on: OnNats;
    let control: ControlPlane;
    let client: Client;
    let statuses: readonly (number | undefined)[];

    const start = ([port = '', controlPort = '']: readonly string[]): OwnProcess => {
      const members = ['--member', '0.13.0', '--member', '0.14.0', '--profile-out', join(on.folder, 'profile.json')];
      return on.start(['sandbox', '--port', port, '--control-port', controlPort, ...members]);
    };
    async function use([port, controlPort]: readonly string[]): Promise<void> {
      control = controlAt(urlOf(controlPort));
      client = await traderAt(urlOf(port), control);
    }
    async function statusesOf(count: number): Promise<readonly (number | undefined)[]> {
      const seen: (number | undefined)[] = [];
      while (seen.length < count) seen.push(status(await client.send({ method: 'GET', path: '/portfolios' })));
      return seen;
    }

    beforeAll(async () => {
      on = await startOnNats(4);
      const former = start(on.ports.slice(0, 2));
      await former.ready;
      const next = start(on.ports.slice(2));
      await use(on.ports.slice(0, 2));
      await control.addFault(NOW_AND_THEN);
      statuses = await statusesOf(READS / 2);
      for (const key of KEYS) {
        const [rule] = WRITES[key];
        await control.addFault({ ...rule, on: { ...rule.on, key }, times: 1 });
      }
      const promised = await Promise.all(KEYS.map((key) => submit(client, key)));
      expect(promised.map(status)).toEqual(KEYS.map(() => 202));
      await control.addRoll({
        every: 1,
        plan: [
          { member: 'm1', do: 'upgrade', to: '0.14.0' },
          { member: 'm2', do: 'drain' },
          { member: 'm2', do: 'downgrade', to: '0.13.0' },
          { member: 'm2', do: 'return' },
        ],
      });
      await control.stepRoll('r1');
      await control.stepRoll('r1');
      await former.kill();
      await next.ready;
      await use(on.ports.slice(2));
    }, 300_000);
    afterAll(() => on[Symbol.asyncDispose]());

    test('every key that was answered 202 is known, and held writes are held, counted once', async () => {
      const outcomes = () => Promise.all(KEYS.map((key) => outcomeOf(client, key)));
      await expect.poll(outcomes, { timeout: 10_000 }).toEqual(KEYS.map((key) => WRITES[key][1]));
      const { items } = await control.listFaults();
      const ofWrites = items.filter(({ rule }) => rule.on.key !== undefined);
      expect(ofWrites).toMatchObject(
        KEYS.map((key) => ({
          ...{ rule: { on: { key } }, firings: 1, held: WRITES[key][1] === 'PENDING' ? 1 : 0 },
          continuedAtTakeover: key === 'reply-held' ? 1 : 0,
        })),
      );
    });

    test('after the release each has one outcome', async () => {
      expect(await control.release('late')).toEqual({ released: HELD.length });
      const outcomes = () => Promise.all(HELD.map((key) => outcomeOf(client, key)));
      await expect.poll(outcomes, { timeout: 10_000 }).toEqual(HELD.map(() => 'SUCCEEDED'));
      const again = await Promise.all(HELD.map((key) => submit(client, key)));
      expect(again.map((entry) => [status(entry), isReplay(entry)])).toEqual(HELD.map(() => [201, true]));
    });

    test('a roll continues, with its members as the last steps left them', async () => {
      const paused = { state: 'paused', tree: expect.stringContaining('2 of 4 steps done') };
      expect(await control.readRoll('r1')).toMatchObject(paused);
      expect((await control.readMembers()).items).toMatchObject([
        { name: 'm1', version: '0.14.0', state: 'serving' },
        { name: 'm2', version: '0.14.0', state: 'drained' },
      ]);
      await control.startRoll('r1');
      await expect.poll(async () => (await control.readRoll('r1')).state, { timeout: 10_000 }).toBe('done');
      expect(await control.readMember('m2')).toMatchObject({ version: '0.13.0', state: 'serving' });
    });

    test('a fault with a probability hits the same reads as in one process', async () => {
      const both = [...statuses, ...(await statusesOf(READS / 2))];
      await using sandbox = await startSandbox({ ports: false });
      sandbox.faults.add(NOW_AND_THEN);
      const strike = () => sandbox.faults.at('answer', { method: 'GET', path: '/portfolios' });
      expect(both).toEqual(await Promise.all(both.map(async () => ((await strike()) ? 500 : 200))));
      expect(new Set(both).size).toBe(2);
    });
  },
);
