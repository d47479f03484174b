/** The properties of sessions in shared/contract/properties.md, over arbitrary sequences of events. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '../contract/capabilities.ts';
import { stated, user } from '../testing/sample-platform.ts';
import {
  type Said,
  type SampleConnection,
  type SampleSessions,
  START_S,
  sampleSessions,
  unsigned,
} from '../testing/sample-session.ts';

/** One event. Lives are in seconds from the event; null means for ever. */
type Act =
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'renew'; readonly life: number | null; readonly subject: string }
  | { readonly act: 'say'; readonly text: string | null }
  | { readonly act: 'order'; readonly key: string }
  | { readonly act: 'subscribe'; readonly topics: readonly string[] }
  | { readonly act: 'restate'; readonly capabilities: readonly Scope[] }
  | { readonly act: 'disable' }
  | { readonly act: 'drain' }
  | { readonly act: 'leave' };

const lives = fc.option(fc.constantFrom(5, 59, 60, 61, 90, 3_600), { nil: null });

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('wait'),
      ms: fc.constantFrom(1, 999, 1_000, 5_000, 30_000, 60_000, 600_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('renew'),
      life: lives,
      subject: fc.constantFrom('trader', 'trader', 'trader', 'colleague', 'nobody'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('say'),
      text: fc.constantFrom(
        '{',
        null,
        '[]',
        '{"op":"auth","reqId":"g"}',
        '{"op":"fly","reqId":"g"}',
        '{"op":"auth","reqId":"\\u0061"}',
        '{"op":"auth","reqId":"g","params":{"token":"x"}}',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('order'), key: fc.constantFrom('k1', 'k2', '') }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('subscribe'), topics: fc.subarray(['orders', 'executions', 'moon']) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('restate'), capabilities: fc.subarray([...SCOPES]) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('disable') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('drain', 'leave') }) },
) as fc.Arbitrary<Act>;

/** What a session sent, when, and the leases that its answers stated. */
interface Entry extends Said {
  readonly atNs: bigint;
}

interface SessionRun {
  readonly entries: readonly Entry[];
  readonly asked: number;
  readonly closedAtNs: bigint | undefined;
  readonly drained: boolean;
  readonly late: readonly Said[];
  readonly endNs: bigint;
}

const NS_PER_S = 1_000_000_000n;

async function runSession(life: number | null, history: readonly Act[]): Promise<SessionRun> {
  const sessions = await sampleSessions({ rules: [unsigned] });
  const { clock } = sessions;
  const connection = await sessions.open(bearer(sessions, life, 'trader'));
  const entries: Entry[] = [];
  let asked = 0;
  let drained = false;
  let closedAtNs: bigint | undefined;
  const look = () => {
    for (const said of connection.take()) entries.push({ ...said, atNs: clock.nowNs() });
    if (connection.closed !== undefined) closedAtNs ??= clock.nowNs();
  };
  look();
  for (const act of history) {
    // Second by second around an important moment, so that nothing is observed late.
    if (act.act === 'wait')
      for (let left = act.ms; left > 0; left -= 1_000) {
        clock.advance(Math.min(left, 1_000));
        look();
      }
    else {
      if (closedAtNs === undefined && !drained && isAsked(act)) asked += 1;
      drained ||= act.act === 'drain' || act.act === 'leave';
      perform(sessions, connection, act);
      await connection.answered();
      look();
    }
  }
  return { entries, asked, closedAtNs, drained, late: connection.late, endNs: clock.nowNs() };
}

function isAsked({ act }: Act): boolean {
  return ['renew', 'say', 'order', 'subscribe'].includes(act);
}

function perform(sessions: SampleSessions, connection: SampleConnection, act: Act): void {
  const { platform, services } = sessions;
  switch (act.act) {
    case 'renew':
      connection.say('auth', { token: bearer(sessions, act.life, act.subject) });
      return;
    case 'say':
      connection.hear(act.text);
      return;
    case 'order':
      connection.say('submit', {
        account: 'main',
        instrument: 'BTC-USD',
        qty: '1',
        price: '1',
        clientOrderId: act.key,
      });
      return;
    case 'subscribe':
      connection.say('subscribe', { topics: act.topics });
      return;
    case 'restate':
    case 'disable': {
      const fact = user(11, 1, 'trader', act.act === 'disable' ? 'DISABLED' : 'ACTIVE');
      if (fact.kind !== 'RegisterRecorded' || fact.family !== 'users') return;
      const row = act.act === 'restate' ? { ...fact.row, capabilities: act.capabilities } : fact.row;
      platform.record(stated([]), { facts: [{ ...fact, row }] });
      return;
    }
    case 'drain':
      services.sessions.closeAll(1001, 'away');
      return;
    case 'leave':
      connection.goAway();
      return;
    case 'wait':
  }
}

let tokens = 0;

/** A new credential at each call. */
function bearer({ clock }: SampleSessions, life: number | null, subject: string): string {
  tokens += 1;
  const expiresAtS = life === null ? null : Number(clock.nowNs() / NS_PER_S) + life;
  return JSON.stringify({ externalOrgId: 'first', subject, expiresAtS, nonce: tokens });
}

/** The grants of a session, in order. */
function grantsOf({ entries }: SessionRun) {
  return entries.flatMap((entry) => {
    const grant = entry.event === 'sessionOpened' ? entry.data : entry.success === true ? entry.session : undefined;
    return grant === undefined ? [] : [{ at: entry, endNs: BigInt(String(grant['expiresAtNs'])) }];
  });
}

const histories = [lives, fc.array(acts, { maxLength: 25 })] as const;
const RUNS = { numRuns: 60 };

test('T47: sessionOpened first and once, and nothing after the close', async () => {
  await fc.assert(
    fc.asyncProperty(...histories, async (life, history) => {
      const ran = await runSession(life, history);
      expect(ran.entries[0]?.event).toBe('sessionOpened');
      expect(ran.entries.filter(({ event }) => event === 'sessionOpened')).toHaveLength(1);
      expect(ran.late).toEqual([]);
    }),
    RUNS,
  );
});

test('T48: open until the last grant’s end and closed by it; a refused auth changes neither', async () => {
  await fc.assert(
    fc.asyncProperty(...histories, async (life, history) => {
      const ran = await runSession(life, history);
      const { endNs } = grantsOf(ran).at(-1) ?? { endNs: 0n };
      if (ran.drained) return;
      if (endNs === 0n || ran.endNs < endNs) expect(ran.closedAtNs).toBeUndefined();
      // Checked every second.
      else
        expect(Number(((ran.closedAtNs ?? 0n) - endNs) / 1_000_000n)).toSatisfy((ms: number) => ms >= 0 && ms < 1_000);
    }),
    RUNS,
  );
});

test('T49: at most one sessionExpiring for each credential, in its time, and none if it never ends', async () => {
  await fc.assert(
    fc.asyncProperty(...histories, async (life, history) => {
      const ran = await runSession(life, history);
      let grant = { endNs: 0n, hints: 0 };
      for (const entry of ran.entries) {
        const fresh = grantsOf({ ...ran, entries: [entry] })[0];
        if (fresh !== undefined) grant = { endNs: fresh.endNs, hints: 0 };
        if (entry.event !== 'sessionExpiring') continue;
        grant.hints += 1;
        expect(grant.hints).toBe(1);
        const leftMs = Number((grant.endNs - entry.atNs) / 1_000_000n);
        expect(entry.data?.['expiresAtNs']).toBe(String(grant.endNs));
        expect(grant.endNs).not.toBe(0n);
        expect(leftMs).toBeGreaterThan(0);
        expect(Math.abs(Number(entry.data?.['inMs']) - leftMs)).toBeLessThan(1_000);
      }
    }),
    RUNS,
  );
});

test('T50: each operation gets one answer while the session is open', async () => {
  await fc.assert(
    fc.asyncProperty(...histories, async (life, history) => {
      const ran = await runSession(life, history);
      const answers = ran.entries.filter(({ success }) => success !== undefined).length;
      if (ran.closedAtNs === undefined && !ran.drained) expect(answers).toBe(ran.asked);
      else expect(answers).toBeLessThanOrEqual(ran.asked);
    }),
    RUNS,
  );
});

test('T51: a session may do what its last grant states, after any change by administrators', async () => {
  await fc.assert(
    fc.asyncProperty(...histories, async (life, history) => {
      const ran = await runSession(life, history);
      let granted: readonly unknown[] = [];
      for (const entry of ran.entries) {
        const grant = entry.event === 'sessionOpened' ? entry.data : entry.session;
        if (grant !== undefined) granted = grant['capabilities'] as readonly unknown[];
        if (entry.op !== 'submit') continue;
        expect(entry.code === 'FORBIDDEN_CAPABILITY').toBe(!granted.includes('orders:trade'));
      }
    }),
    RUNS,
  );
});

test('a day of hourly renewal is one session, with one hint an hour', async () => {
  const sessions = await sampleSessions({ rules: [unsigned] });
  const connection = await sessions.open(bearer(sessions, 3_600, 'trader'));
  for (let hour = 0; hour < 24; hour += 1) {
    sessions.clock.advance(3_570_000);
    expect(connection.take().map(({ event }) => event)).toContain('sessionExpiring');
    connection.say('auth', { token: bearer(sessions, 3_600, 'trader') });
    await connection.answered();
  }
  expect(connection.take().map(({ success }) => success)).toEqual([true]);
  expect(BigInt(START_S) * NS_PER_S + 86_000n * NS_PER_S < sessions.clock.nowNs() + 1_000n * NS_PER_S).toBe(true);
  sessions.clock.advance(3_600_000);
  expect(connection.closed?.[0]).toBe(4001);
});
