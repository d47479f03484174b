/** For tests of the sessions alone: a connection with both ends in the test, and the services of a member around it. */
// A member loads the shapes with its first body; here they load at once.
import { expect } from 'vitest';
import { SCOPES, type Scope } from '../contract/capabilities.ts';
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
import type { SocketEdge } from '../sockets/socket-edge.ts';
import { openTradingSession } from '../sockets/trading-session.ts';
import { FIRST, restateUser, SampleClock, SamplePlatform, sampleMember, tokenOf } from './sample-platform.ts';

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
  receive(text: string | null): void {
    if (this.#isOver) return;
    this.#unanswered += 1;
    this.#listener?.received(text);
  }

  say(op: string, params: unknown = {}, reqId = 'r'): void {
    this.receive(JSON.stringify({ op, reqId, params }));
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
  const options = { ...sampleMember(platform, clock), ...over };
  // A separate table for each set of services: cached renderings of one member are not another's.
  const sessionRules = { ...SESSION_RULES };
  for (const change of rules) Object.assign(sessionRules, change({ ...sessionRules }));
  const services = { ...servicesOf(options), gates: { ...gatesAt(options.version) }, sessionRules };
  platform.follow(0, (record) => {
    services.state.apply(record);
    services.journal.apply(record);
    services.recordFeed.publish(record);
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
export function restate({ platform }: SampleSessions, to: Parameters<typeof restateUser>[1]): void {
  restateUser(platform, to);
}

export function order(clientOrderId: string): object {
  return { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100', qty: '1', clientOrderId };
}

/** A session of the trading socket, once it is opened, and the sample around it. */
export interface Scene extends SampleSessions {
  connection: SampleConnection;
  /** Ends what the script holds. */
  readonly release: () => void;
}

export type Act = (on: Scene) => unknown;

/** An act, all the frames that it brings down, and the close code if the session is closed after it. */
export type Step = readonly [act: Act, frames: readonly object[], closed?: number];

/** What a script holds until the act `release`: the first frame, each frame, the admission of renewals, the owner. */
export type Held = 'firstFrame' | 'frame' | 'admission' | 'owner';

export type SampleOptions = Parameters<typeof sampleSessions>[0] & { readonly hold?: Held };

/** Plays a script of one session; no step may send a frame after the close. */
export async function play(steps: readonly Step[], { hold, ...options }: SampleOptions = {}): Promise<Scene> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socketEdge: SocketEdge = {
    handshake: () => undefined,
    firstFrame: () => (hold === 'firstFrame' ? promise.then(() => ({})) : undefined),
    frame: () => (hold === 'frame' ? promise.then(() => ({ act: 'go' })) : undefined),
  };
  const rules = hold === 'admission' ? [unsigned, slowly(promise)] : [];
  const sessions = await sampleSessions({ socketEdge, rules, ...options });
  const { judge } = sessions.platform;
  if (hold === 'owner') sessions.platform.judge = (command) => promise.then(() => judge(command));
  const scene: Scene = { ...sessions, connection: new SampleConnection(), release: resolve };
  for (const [step, [act, frames, closed]] of steps.entries()) {
    await act(scene);
    const { connection } = scene;
    const seen = { step, frames: connection.take(), closed: connection.closed?.[0], late: connection.late };
    expect(seen).toEqual({ step, frames, closed, late: [] });
  }
  return scene;
}

export async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Opens the session; null for a handshake without a credential. */
export function open(bearer?: string | null | Promise<string>): Act {
  return async (on) => {
    on.connection = await on.open(await bearer);
    await turns();
  };
}

/** Sends an operation, and does not wait for its answer. */
export function send(op: string, params: unknown = {}, reqId = 'r'): Act {
  return ({ connection }) => connection.say(op, params, reqId);
}

/** Sends operations at once, and waits for all answers. */
export function say(...operations: readonly Parameters<typeof send>[]): Act {
  return async (on) => {
    for (const operation of operations) send(...operation)(on);
    await on.connection.answered();
  };
}

export function auth(token: string | Promise<string>, reqId = 'r'): Act {
  return async (on) => say(['auth', { token: await token }, reqId])(on);
}

/** Sends a message as it is; null for a binary one. */
export function message(text: string | null): Act {
  return ({ connection }) => {
    connection.receive(text);
    return connection.answered();
  };
}

export function wait(ms: number): Act {
  return ({ clock }) => clock.advance(ms);
}

export function restated(to: Parameters<typeof restate>[1]): Act {
  return (on) => restate(on, to);
}

export const release: Act = (on) => {
  on.release();
  return turns();
};

export function opened(expiresAtNs = at(3_600), capabilities: readonly Scope[] = SCOPES) {
  return { event: 'sessionOpened', msgType: 'sessionOpened', data: { capabilities, expiresAtNs } };
}

export function expiring(expiresAtNs: string, inMs: number) {
  return { event: 'sessionExpiring', msgType: 'sessionExpiring', data: { expiresAtNs, inMs } };
}

export const REVOKED = {
  event: 'sessionClosing',
  msgType: 'sessionClosing',
  data: { code: 'PRINCIPAL_REVOKED', closeCode: 4003, retryable: false, message: expect.any(String) },
};

export function renewed(expiresAtNs: string, reqId = 'r', capabilities: readonly Scope[] = SCOPES) {
  return { op: 'auth', reqId, success: true, session: { capabilities, expiresAtNs } };
}

export function subscribed(topics: readonly string[], reqId = 'r') {
  return { op: 'subscribe', reqId, success: true, topics };
}

export function refused(op: string, code: string, more: object = {}) {
  return { op, reqId: 'r', success: false, code, message: expect.any(String), retryable: false, ...more };
}

/** An order that was placed; its row is compared in `socket-orders.test.ts`. */
export function placed(reqId = 'r'): object {
  return expect.objectContaining({ op: 'submit', reqId, success: true });
}
