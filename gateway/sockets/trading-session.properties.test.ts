/** The properties of sessions in shared/contract/properties.md, over arbitrary sequences of events. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '../contract/capabilities.ts';
import {
  order,
  restate,
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
const subjects = fc.constantFrom('trader', 'trader', 'trader', 'colleague', 'unknown');
const waits = fc.constantFrom(1, 999, 1_000, 5_000, 30_000, 60_000, 600_000);
const MESSAGES = [
  '{',
  null,
  '[]',
  '{"op":"auth","reqId":"g"}',
  '{"op":"fly","reqId":"g"}',
  '{"op":"auth","reqId":"\\u0061"}',
  '{"op":"auth","reqId":"g","params":{"token":"x"}}',
];

function weighed(weight: number, act: Act['act'], more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) {
  return { weight, arbitrary: fc.record({ act: fc.constant(act), ...more }) };
}

const acts = fc.oneof(
  weighed(6, 'wait', { ms: waits }),
  weighed(6, 'renew', { life: lives, subject: subjects }),
  weighed(4, 'say', { text: fc.constantFrom(...MESSAGES) }),
  weighed(3, 'order', { key: fc.constantFrom('k1', 'k2', '') }),
  weighed(3, 'subscribe', { topics: fc.subarray(['orders', 'executions', 'moon']) }),
  weighed(3, 'restate', { capabilities: fc.subarray([...SCOPES]) }),
  weighed(1, 'disable'),
  weighed(1, 'drain'),
  weighed(1, 'leave'),
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
  const { services } = sessions;
  switch (act.act) {
    case 'renew':
      connection.say('auth', { token: bearer(sessions, act.life, act.subject) });
      return;
    case 'say':
      connection.receive(act.text);
      return;
    case 'order':
      connection.say('submit', order(act.key));
      return;
    case 'subscribe':
      connection.say('subscribe', { topics: act.topics });
      return;
    case 'restate':
      restate(sessions, { capabilities: act.capabilities });
      return;
    case 'disable':
      restate(sessions, { status: 'DISABLED' });
      return;
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

/** The statements, each of one run. */
const STATEMENTS: Readonly<Record<string, (ran: SessionRun) => void>> = {
  'T47: sessionOpened first and once, and nothing after the close'({ entries, late }) {
    expect(entries[0]?.event).toBe('sessionOpened');
    expect(entries.filter(({ event }) => event === 'sessionOpened')).toHaveLength(1);
    expect(late).toEqual([]);
  },

  'T48: open until the last grant’s end and closed by it; a refused auth changes neither'(ran) {
    const { endNs } = grantsOf(ran).at(-1) ?? { endNs: 0n };
    if (ran.drained) return;
    if (endNs === 0n || ran.endNs < endNs) expect(ran.closedAtNs).toBeUndefined();
    // Checked every second.
    else expect(Number(((ran.closedAtNs ?? 0n) - endNs) / 1_000_000n)).toSatisfy((ms: number) => ms >= 0 && ms < 1_000);
  },

  'T49: at most one sessionExpiring for each credential, in its time, and none if it never ends'(ran) {
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
  },

  'T50: each operation gets one answer while the session is open'({ entries, asked, closedAtNs, drained }) {
    const answers = entries.filter(({ success }) => success !== undefined).length;
    if (closedAtNs === undefined && !drained) expect(answers).toBe(asked);
    else expect(answers).toBeLessThanOrEqual(asked);
  },

  'T51: a session may do what its last grant states, after any change by administrators'({ entries }) {
    let granted: readonly unknown[] = [];
    for (const entry of entries) {
      const grant = entry.event === 'sessionOpened' ? entry.data : entry.session;
      if (grant !== undefined) granted = grant['capabilities'] as readonly unknown[];
      if (entry.op === 'submit') expect(entry.code === 'FORBIDDEN_CAPABILITY').toBe(!granted.includes('orders:trade'));
    }
  },
};

test.each(Object.entries(STATEMENTS))('%s', async (_, holds) => {
  const histories = fc.asyncProperty(lives, fc.array(acts, { maxLength: 25 }), async (life, history) =>
    holds(await runSession(life, history)),
  );
  await fc.assert(histories, { numRuns: 60 });
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
