/**
 * Mints tickets, opens sessions, sends ops and lets time pass for the steps of one sequence, and knows what is open.
 */

import type { Actor } from '../member/actor.ts';
import type { Conversation } from '../member/exchange/conversation.ts';
import { frameAt } from '../member/exchange/conversation.ts';
import { textAt } from '../member/exchange/exchange.ts';
import type { OpenSocket } from '../member/sending/open-socket.ts';
import { readClock } from '../model/clock-readings.ts';
import { CREDENTIAL, RESTARTED, SAME_CREDENTIAL } from '../model/labels.ts';
import { storyOf } from '../model/session-story.ts';
import { Driver } from './driver.ts';
import { Records } from './records.ts';
import type { Letter, SequenceScene } from './writes.ts';
import { armOf, CLERK } from './writes.ts';

/** Who opens sessions. The sequence chooses the clerk's capabilities and the lifetimes of their tokens. */
export type Holder = 'trader' | 'outsider' | 'clerk';

export interface HeldTicket {
  readonly holder: Holder;
  readonly ticket: string;
  /** The mark that stands for the ticket in the record. */
  readonly mark: string;
}

export interface HeldSocket {
  readonly holder: Holder;
  readonly socket: OpenSocket;
  /** Opened with a bearer token, so that the record shows its user. */
  readonly byBearer: boolean;
  /** The token of its last grant; undefined where that was a ticket or is unknown to the sequence. */
  token: string | undefined;
}

const NS_PER_MS = 1_000_000n;
/** Real time within which a correct sandbox has answered or opened, and any member has closed. A deployed one has its own. */
const PATIENCE_MS = 2_000;
/** For `advanceTo`: late enough that no session may still be open. */
const PAST_ITS_END_MS = -3_000;
/** A shared target allows few tickets. */
const MOST_TICKETS = 1;

/** When a token expires, by its own claim; undefined where it is not a JWT or has no such claim. */
function expiryOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      exp?: unknown;
    };
    return typeof claims.exp === 'number' ? `${BigInt(Math.trunc(claims.exp)) * 1_000_000_000n}` : undefined;
  } catch {
    return undefined;
  }
}

/** Holds the tickets, sessions and orders of one sequence, and sends its requests. */
export class SessionDriver {
  readonly driver: Driver;
  readonly scene: SequenceScene;
  /** The newest first. */
  readonly tickets: HeldTicket[] = [];
  /** The open sessions, the newest first. */
  sockets: HeldSocket[] = [];
  /** Orders made over sockets, the newest first. */
  readonly orders: string[] = [];
  /** The path of the user whose capabilities the suite changes; undefined where there is none. */
  readonly clerk: string | undefined;
  #minted = 0;
  #asked = 0;

  private constructor(driver: Driver, clerk: string | undefined) {
    this.driver = driver;
    this.scene = driver.scene;
    this.clerk = clerk;
  }

  static async begin(scene: SequenceScene): Promise<SessionDriver> {
    const driver = Driver.begin(scene);
    const clerk = driver.hasClerk ? await new Records(driver).standing('clerk') : undefined;
    const begun = new SessionDriver(driver, clerk);
    await begun.grant(['orders:trade']);
    await begun.readClock();
    return begun;
  }

  get isControlled(): boolean {
    return this.driver.control !== undefined;
  }

  /** Whether the target is judged by what is assumed of orders over a socket. */
  get isStrict(): boolean {
    return this.scene.target.strict;
  }

  /** undefined: what the profile says. */
  get #patienceMs(): number | undefined {
    return this.isControlled ? PATIENCE_MS : undefined;
  }

  get mayMint(): boolean {
    return this.isControlled || this.#minted < MOST_TICKETS;
  }

  async readClock(): Promise<bigint> {
    const { control } = this.driver;
    return control === undefined ? 0n : readClock(this.scene, () => control.clock());
  }

  actorOf(holder: Holder): Actor {
    return this.scene[holder === 'clerk' ? 'trader' : holder];
  }

  /** A token for the holder. The clerk's expires after `lifetimeMs`; the issuer decides for the others. */
  async tokenOf(holder: Holder, lifetimeMs: number): Promise<string> {
    const { control } = this.driver;
    if (holder !== 'clerk' || control === undefined) return this.actorOf(holder).token();
    return control.mint({ persona: 'trader', claims: { sub: CLERK }, expiresIn: lifetimeMs });
  }

  async mint(holder: Holder, lifetimeMs: number): Promise<void> {
    this.#minted += 1;
    const token = await this.tokenOf(holder, lifetimeMs);
    const of = holder === 'clerk' ? CLERK_MARK : this.actorOf(holder).name;
    const expiresAtNs = expiryOf(token);
    if (expiresAtNs !== undefined) this.scene.note(CREDENTIAL, { of, expiresAtNs });
    const { exchange, ticket } = await this.actorOf(holder).mintTicket(holder === 'clerk' ? { token } : {});
    if (ticket === undefined) return;
    const mark = /<ticket [0-9]+>/.exec(exchange.response?.body ?? '')?.[0] ?? '';
    this.tickets.unshift({ holder, ticket, mark });
  }

  async open(holder: Holder, options: Parameters<Actor['openSocket']>[1]): Promise<void> {
    const socket = await this.actorOf(holder).openSocket('trading', options);
    if (!socket.opened) return;
    // Its first frame arrives before the next step, so that later readings of the clock come after it.
    await socket.next(undefined, this.#patienceMs);
    const { ticket, token } = options ?? {};
    this.sockets.unshift({ holder, socket, byBearer: ticket === undefined, token: token ?? undefined });
  }

  /** Sends an op with a reqId that no other session of the sequence uses. */
  async ask(held: HeldSocket, op: string, params: unknown): Promise<ReturnType<OpenSocket['ask']>> {
    this.#asked += 1;
    return held.socket.ask({ op, reqId: `q${this.#asked}`, params }, this.#patienceMs);
  }

  async authorise(held: HeldSocket, token: string): Promise<void> {
    // The record does not tell two tokens apart: the sequence notes whether it is the session's current one.
    if (token === held.token) this.scene.note(SAME_CREDENTIAL, `q${this.#asked + 1}`);
    const reply = await this.ask(held, 'auth', { token });
    if (frameAt(reply, 'success') === true) held.token = token;
  }

  /** An order waits for its verdict while the newest session ends; then its outcome is read over HTTP. */
  async submitToTheEnd(held: HeldSocket): Promise<void> {
    const letter = this.driver.nextLetter();
    await this.driver.hold(letter);
    const asked = this.submit(held, letter);
    await this.advanceTo(PAST_ITS_END_MS);
    await this.driver.release(letter);
    await asked;
    await this.submitOverHttp(held.holder, letter);
  }

  async submit(held: HeldSocket, letter: Letter): Promise<void> {
    const reply = await this.ask(held, 'submit', this.orderOf(held.holder, letter));
    const orderId = frameAt(reply, 'order', 'orderId');
    if (typeof orderId === 'string' && !this.orders.includes(orderId)) this.orders.unshift(orderId);
  }

  /** Submits the same order over HTTP; the runner cancels what remains open. */
  async submitOverHttp(holder: Holder, letter: Letter): Promise<void> {
    const answer = await this.driver.write(holder, letter, { path: '/orders', body: this.orderOf(holder, letter) });
    const orderId = answer === undefined ? undefined : textAt(answer, 'orderId');
    if (orderId !== undefined && !this.orders.includes(orderId)) this.orders.unshift(orderId);
  }

  /** The same order body, over HTTP or a session. */
  orderOf(holder: Holder, letter: Letter): Readonly<Record<string, unknown>> {
    return { clientOrderId: this.driver.keyOf(holder, letter), ...this.driver.order(holder) };
  }

  /** Sets the clerk's capabilities, and reads them back. */
  async grant(capabilities: readonly string[], status = 'ACTIVE'): Promise<void> {
    if (this.clerk === undefined) return;
    const write = { method: 'PUT', path: this.clerk, body: { capabilities, status } } as const;
    await this.driver.write('admin', this.driver.nextLetter(), write);
  }

  /** Advances time, and waits for the close of every session whose lease has ended. */
  async advance(ms: number): Promise<void> {
    const { control } = this.driver;
    if (control === undefined) return;
    await this.readClock();
    await control.advance(ms);
    // What was sent in the meantime arrives before the clock is read again.
    const { nowNs } = await control.clock();
    for (const { socket } of this.sockets) {
      const endNs = leaseEndNs(socket.conversation());
      if (endNs !== undefined && endNs !== 0n && endNs <= nowNs) await socket.untilClosed(PATIENCE_MS);
    }
    this.#forgetClosed();
    await this.readClock();
  }

  /** Advances to one lead time before the end of the newest session's lease, to its end, or past it. */
  async advanceTo(leftMs: number): Promise<void> {
    const [newest] = this.sockets;
    const { control } = this.driver;
    const endNs = newest === undefined ? undefined : leaseEndNs(newest.socket.conversation());
    if (control === undefined || endNs === undefined || endNs === 0n) return;
    const { nowNs } = await control.clock();
    const ms = Number((endNs - nowNs) / NS_PER_MS) - leftMs;
    if (ms > 0) await this.advance(ms);
  }

  /** A restart ends the sessions and clears the member's memory of tickets. */
  async restart(): Promise<void> {
    const { control } = this.driver;
    if (control === undefined) return;
    await this.readClock();
    this.scene.note(RESTARTED, null);
    await control.restart();
    await control.catchUp();
    for (const { socket } of this.sockets) await socket.untilClosed(PATIENCE_MS);
    this.#forgetClosed();
    await this.readClock();
  }

  /** The user is disabled between the handshake's answer and the session's first frame. */
  async openRevoked(): Promise<void> {
    const { control } = this.driver;
    if (control === undefined || this.clerk === undefined) return;
    const rule = { on: { edge: 'first-frame', socket: 'trading' }, hold: 'first-frame', times: 1 } as const;
    const fault = await control.fault(rule, { optional: true });
    const socket = await this.actorOf('clerk').openSocket('trading', { token: await this.tokenOf('clerk', 60_000) });
    await this.grant(['orders:trade'], 'DISABLED');
    await fault.remove();
    if (socket.opened) await socket.untilClosed(PATIENCE_MS);
    await this.grant(['orders:trade']);
  }

  /** Reads the clock once more, and closes what is left. */
  async finish(): Promise<void> {
    await this.readClock();
    for (const orderId of this.orders) {
      await this.driver.write('trader', this.driver.nextLetter(), armOf(`/orders/${orderId}`, 'cancel'));
    }
    await this.grant([]);
    await this.driver.settle();
  }

  #forgetClosed(): void {
    this.sockets = this.sockets.filter(({ socket }) => socket.conversation().closed === null);
  }
}

/** The same spelling as in `callerOf`, for requests with the clerk's token. */
const CLERK_MARK = '<minted token of trader>';

function leaseEndNs(conversation: Conversation): bigint | undefined {
  return storyOf(conversation).grants.at(-1)?.grant.expiresAtNs;
}
