/** For tests of the sessions alone: a connection with both ends in the test, and the services of a member around it. */
// A member loads the shapes with its first body; here they load at once.
import type { Scope } from '../contract/capabilities.ts';
import '../contract/shapes/shapes.ts';
import type { Token } from '../caller.ts';
import type { SocketName } from '../contract/sockets.ts';
import { gatesAt } from '../contract/versions.ts';
import { type MemberOptions, servicesOf } from '../member.ts';
import type { Services } from '../services.ts';
import { SESSION_RULES } from '../sockets/admitted-sessions.ts';
import type { Connection, ConnectionListener, Ended } from '../sockets/connection.ts';
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
  /** What a session tried to send after its close. */
  readonly late: Said[] = [];
  closed: readonly [code: number, reason: string] | undefined;
  isCut = false;
  /** Bytes that the peer leaves unread; a test sets it. */
  bufferedBytes = 0;
  #listener: ConnectionListener | undefined;
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

  listen(listener: ConnectionListener): void {
    this.#listener = listener;
  }

  /** The peer sends a message; a message after our close is dropped, as on the wire. */
  hear(text: string | null): void {
    if (this.#isOver) return;
    this.#unanswered += 1;
    this.#listener?.heard(text);
  }

  say(op: string, params: unknown = {}, reqId = 'r'): void {
    this.hear(JSON.stringify({ op, reqId, params }));
  }

  /** Waits until each message has its answer, or none is due: signatures are verified in a thread. */
  async answered(): Promise<void> {
    while (this.#unanswered > 0 && !this.#isOver) await new Promise((resolve) => setImmediate(resolve));
  }

  goAway(ended: Ended = { code: 1006, why: 'gone' }): void {
    this.#isGone = true;
    this.#listener?.closed(ended);
  }

  get #isOver(): boolean {
    return this.#isGone || this.closed !== undefined;
  }

  /** The frames sent since the last call. */
  take(): Said[] {
    return this.sent.splice(0);
  }
}

export interface SampleSessions {
  readonly clock: SampleClock;
  readonly platform: SamplePlatform;
  readonly services: Services;
  /** Opens a session of the trading socket; `bearer` is a token's text, or null for a handshake without one. */
  open(bearer?: string | null): Promise<SampleConnection>;
  openMarketData(): SampleConnection;
}

/** Replaces some of the rules of sessions. */
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
    hashSecret: Buffer.from('a hash secret'),
    bootId: 'first boot',
    ticketIds: () => '0'.repeat(24),
    ...over,
  };
  // A separate table for each set of services: cached renderings of one member are not another's.
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

/** A token with a lifetime in seconds from the start of the sample's clock. */
export function livingFor(seconds: number | null, who = FIRST): Promise<string> {
  return tokenOf(who, seconds === null ? ({ exp: undefined } as never) : { exp: START_S + seconds });
}

export const START_S = 1_800_000_000;

/** For tests without signatures: a bearer is its claims in JSON. */
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

/** Delays admission until a promise resolves. */
export function slowly(admitted: Promise<void>): ChangeRules {
  return (good) => ({ admit: async (...of) => admitted.then(() => good.admit(...of)) });
}

/** Epoch nanoseconds, this many seconds after the sample's start. */
export const at = (seconds: number) => `${START_S + seconds}000000000`;

/** Restates the user of the sample's tokens, as an administrator does. */
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
