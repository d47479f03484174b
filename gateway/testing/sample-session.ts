/** For tests of the sessions alone: a connection that a test holds both ends of, and the services of a member around it. */
// A member loads the shapes with its first body; here that body comes at once, as all others do.
import type { Scope } from '../contract/capabilities.ts';
import '../contract/shapes/shapes.ts';
import type { Token } from '../caller.ts';
import type { SocketName } from '../contract/sockets.ts';
import { gatesAt } from '../contract/versions.ts';
import { type MemberOptions, servicesOf } from '../member.ts';
import type { Services } from '../services.ts';
import { SESSION_RULES } from '../sockets/admitted-sessions.ts';
import type { Connection, Ended } from '../sockets/connection.ts';
import { openMarketDataSession } from '../sockets/market-data-session.ts';
import type { SessionRules } from '../sockets/session-rules.ts';
import { openTradingSession } from '../sockets/trading-session.ts';
import { FIRST, identity, SampleClock, SamplePlatform, stated, tokenOf, user } from './sample-platform.ts';

export interface Said {
  readonly event?: string;
  readonly msgType?: string;
  readonly data?: Record<string, unknown>;
  readonly op?: string;
  readonly reqId?: string | null;
  readonly success?: boolean;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly session?: { readonly capabilities: readonly string[]; readonly expiresAtNs: string };
  readonly [more: string]: unknown;
}

export class SampleConnection implements Connection {
  readonly sent: Said[] = [];
  /** What a session would have sent behind its close. */
  readonly late: Said[] = [];
  closed: readonly [code: number, reason: string] | undefined;
  isCut = false;
  /** What the peer leaves unread; a test sets it. */
  bufferedBytes = 0;
  #hear: (text: string | null) => void = () => undefined;
  #gone: (ended: Ended) => void = () => undefined;
  #unanswered = 0;
  #isGone = false;

  send(text: string): void {
    const frame: Said = JSON.parse(text);
    if (this.#isOver) this.late.push(frame);
    if (this.#isOver) return;
    if (frame.success !== undefined) this.#unanswered -= 1;
    this.sent.push(frame);
  }

  cut(): void {
    this.isCut = true;
    this.goAway();
  }

  close(code: number, reason: string): void {
    this.closed ??= [code, reason];
  }

  onMessage(hear: (text: string | null) => void): void {
    this.#hear = hear;
  }

  onClose(gone: (ended: Ended) => void): void {
    this.#gone = gone;
  }

  /** The peer sends a message; one behind our close is let go, as the wire does. */
  hear(text: string | null): void {
    if (this.#isOver) return;
    this.#unanswered += 1;
    this.#hear(text);
  }

  say(op: string, params: unknown = {}, reqId = 'r'): void {
    this.hear(JSON.stringify({ op, reqId, params }));
  }

  /** Waits until each message has its answer, or none is to come: a signature is verified in a thread of its own. */
  async answered(): Promise<void> {
    while (this.#unanswered > 0 && !this.#isOver) await new Promise((resolve) => setImmediate(resolve));
  }

  goAway(ended: Ended = { code: 1006, why: 'gone' }): void {
    this.#isGone = true;
    this.#gone(ended);
  }

  get #isOver(): boolean {
    return this.#isGone || this.closed !== undefined;
  }

  /** What was sent since the last look. */
  take(): Said[] {
    return this.sent.splice(0);
  }
}

export interface SampleSessions {
  readonly clock: SampleClock;
  readonly platform: SamplePlatform;
  readonly services: Services;
  /** Of the trading socket; a token's text, or null for a handshake without one. */
  open(bearer?: string | null): Promise<SampleConnection>;
  openMarketData(): SampleConnection;
}

/** Answers some of the questions of sessions differently. */
export type ChangeRules = (good: SessionRules) => Partial<SessionRules>;

export async function sampleSessions({
  rules = [],
  ...over
}: Partial<MemberOptions> & { readonly rules?: readonly ChangeRules[] } = {}): Promise<SampleSessions> {
  const clock = new SampleClock();
  const platform = new SamplePlatform(clock);
  const options: MemberOptions = {
    name: 'm',
    version: '0.14.0',
    port: platform,
    clock,
    machineClock: new SampleClock(),
    identity,
    requestIds: () => 'sample-request',
    cursorKey: Buffer.from('a key'),
    ticketKey: Buffer.from('a ticket key'),
    bootId: 'first boot',
    ticketIds: () => '0'.repeat(24),
    ...over,
  };
  // One table of gates for each services: what is rendered for one member is not another's.
  const sessionRules = { ...SESSION_RULES };
  for (const change of rules) Object.assign(sessionRules, change({ ...sessionRules }));
  const services = { ...servicesOf(options), gates: { ...gatesAt(options.version) }, sessionRules };
  platform.follow(0, (record) => {
    services.state.apply(record);
    services.journal.apply(record);
    services.heard.tell(record);
  });
  const ofToken = async (bearer: string) => {
    const token = await services.sessionRules.verify(services, bearer, 'trading');
    return { token, caller: await SESSION_RULES.admit(services, token) };
  };
  return {
    clock,
    platform,
    services,
    async open(bearer) {
      const connection = new SampleConnection();
      const who = bearer === null ? { token: null, caller: null } : await ofToken(bearer ?? (await tokenOf(FIRST)));
      openTradingSession({ services, connection, memberName: 'm', ...who });
      return connection;
    },
    openMarketData() {
      const connection = new SampleConnection();
      openMarketDataSession({ services, connection, memberName: 'm' });
      return connection;
    },
  };
}

/** A token as the sample's clock begins: seconds from then. */
export function livingFor(seconds: number | null, who = FIRST): Promise<string> {
  return tokenOf(who, seconds === null ? ({ exp: undefined } as never) : { exp: START_S + seconds });
}

export const START_S = 1_800_000_000;

/** For tests that ask no signature: a bearer is its claims, in JSON. */
export const unsigned: ChangeRules = (good) => {
  const known = new Map<string, Token>();
  return {
    async verify(services: Services, bearer: string, socket: SocketName): Promise<Token> {
      if (!bearer.startsWith('{')) return good.verify(services, bearer, socket);
      const token = known.get(bearer) ?? (JSON.parse(bearer) as Token);
      known.set(bearer, token);
      return token;
    },
  };
};

/** Admits once a test says so. */
export function slowly(admitted: Promise<void>): ChangeRules {
  return (good) => ({ admit: async (...of) => admitted.then(() => good.admit(...of)) });
}

/** Epoch nanoseconds, so many seconds from the sample's begin. */
export const at = (seconds: number) => `${START_S + seconds}000000000`;

/** The user of the sample's tokens, as an administrator restates it. */
export function restate(
  { platform }: SampleSessions,
  { status = 'ACTIVE', capabilities }: { status?: 'ACTIVE' | 'DISABLED'; capabilities?: readonly Scope[] },
): void {
  const fact = user(11, 1, FIRST.subject, status);
  if (fact.kind !== 'RegisterRecorded' || fact.family !== 'users') throw new Error('not a user');
  const row = capabilities === undefined ? fact.row : { ...fact.row, capabilities };
  platform.record(stated([]), { facts: [{ ...fact, row }] });
}

export function order(clientOrderId: string): object {
  return { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100', qty: '1', clientOrderId };
}
