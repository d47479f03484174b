/** Mints, opens, speaks and lets time pass as the commands of one sequence say, and knows what is open by then. */

import type { Actor } from '../client/actor.ts';
import type { Conversation } from '../client/conversation.ts';
import { frameAt } from '../client/conversation.ts';
import { textAt } from '../client/exchange.ts';
import type { OpenSocket } from '../client/open-socket.ts';
import { RESTARTED, SAME_CREDENTIAL, storyOf } from '../model/session-story.ts';
import { CREDENTIAL } from '../model/statements/sessions/t44-tickets-live-briefly.ts';
import { readClock } from '../model/target-clock.ts';
import type { Need } from '../runner/check.ts';
import type { Letter, SequenceScene } from './driver.ts';
import { CLERK, Driver, SEQUENCE_NEEDS } from './driver.ts';
import { noRecords, standing } from './records.ts';

export const SESSION_NEEDS = [...SEQUENCE_NEEDS, 'tickets', 'trading-socket'] as const satisfies readonly Need[];

/** Whose sessions: the clerk's capabilities and the lives of their tokens are the sequence's to choose. */
export type Holder = 'trader' | 'outsider' | 'clerk';

export interface HeldTicket {
  readonly holder: Holder;
  readonly ticket: string;
  /** What stands for it in the record. */
  readonly mark: string;
}

export interface HeldSocket {
  readonly holder: Holder;
  readonly socket: OpenSocket;
  /** Opened with a bearer token: whose it is shows in the record. */
  readonly byBearer: boolean;
  /** The token that it was last granted by; undefined where that was a ticket, or is not the sequence's to know. */
  token: string | undefined;
}

const NS_PER_MS = 1_000_000n;
/** Real time in which a member that keeps its word has answered, opened or closed. */
const PATIENCE_MS = 2_000;
/** As `advanceTo` takes it: so late that no session may be open any more. */
const PAST_ITS_END_MS = -3_000;
/** A shared target's room for tickets is small. */
const MOST_TICKETS = 1;

/** When a token expires, as its own claim says; undefined of one that is no JWT, or says nothing. */
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

export class SessionDriver {
  readonly driver: Driver;
  readonly scene: SequenceScene;
  /** The newest first. */
  readonly tickets: HeldTicket[] = [];
  /** Those that are open, the newest first. */
  sockets: HeldSocket[] = [];
  /** Made over sockets, the newest first. */
  readonly orders: string[] = [];
  /** The path of the user whose capabilities are ours to change; undefined where nobody is. */
  readonly clerk: string | undefined;
  #minted = 0;
  #asked = 0;

  private constructor(driver: Driver, clerk: string | undefined) {
    this.driver = driver;
    this.scene = driver.scene;
    this.clerk = clerk;
  }

  static async begin(scene: SequenceScene): Promise<SessionDriver> {
    const driver = await Driver.begin(scene);
    const clerk = driver.hasClerk ? await standing(driver, noRecords(), 'clerk') : undefined;
    const begun = new SessionDriver(driver, clerk);
    await begun.grant(['orders:trade']);
    await begun.readClock();
    return begun;
  }

  get isControlled(): boolean {
    return this.driver.control !== undefined;
  }

  /** Held to what is assumed of orders over a socket. */
  get isStrict(): boolean {
    return this.scene.target.strict;
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

  /** A token to act with; the clerk's lives as long as is said, others as their issuer has it. */
  async tokenOf(holder: Holder, lifeMs: number): Promise<string> {
    const { control } = this.driver;
    if (holder !== 'clerk' || control === undefined) return this.actorOf(holder).token();
    return control.mint({ persona: 'trader', claims: { sub: CLERK }, expiresIn: lifeMs });
  }

  async mint(holder: Holder, lifeMs: number): Promise<void> {
    this.#minted += 1;
    const token = await this.tokenOf(holder, lifeMs);
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
    // Its first frame is in before the next command: readings of the clock then stand behind it.
    await socket.next(undefined, PATIENCE_MS);
    const { ticket, token } = options ?? {};
    this.sockets.unshift({ holder, socket, byBearer: ticket === undefined, token: token ?? undefined });
  }

  /** An op with a reqId that no other session of the sequence uses. */
  async ask(held: HeldSocket, op: string, params: unknown): Promise<ReturnType<OpenSocket['ask']>> {
    this.#asked += 1;
    return held.socket.ask({ op, reqId: `q${this.#asked}`, params }, PATIENCE_MS);
  }

  async authorise(held: HeldSocket, token: string): Promise<void> {
    // No record tells two tokens apart: whether it is the one that the session has, the sequence says.
    if (token === held.token) this.scene.note(SAME_CREDENTIAL, `q${this.#asked + 1}`);
    const reply = await this.ask(held, 'auth', { token });
    if (frameAt(reply, 'success') === true) held.token = token;
  }

  /** The order waits for its verdict while the newest session comes to its end; then it is told over HTTP. */
  async submitToTheEnd(held: HeldSocket): Promise<void> {
    const letter = this.driver.nextLetter();
    await this.driver.hold(letter);
    const asked = this.submit(held, letter);
    await this.advanceTo(PAST_ITS_END_MS);
    await this.driver.letGo(letter);
    await asked;
    await this.submitBeside(held.holder, letter);
  }

  async submit(held: HeldSocket, letter: Letter): Promise<void> {
    const reply = await this.ask(held, 'submit', this.orderOf(held.holder, letter));
    const orderId = frameAt(reply, 'order', 'orderId');
    if (typeof orderId === 'string' && !this.orders.includes(orderId)) this.orders.unshift(orderId);
  }

  /** The same order over HTTP; the runner cancels what it leaves open. */
  async submitBeside(holder: Holder, letter: Letter): Promise<void> {
    const answer = await this.driver.write(holder, letter, { path: '/orders', body: this.orderOf(holder, letter) });
    const orderId = answer === undefined ? undefined : textAt(answer, 'orderId');
    if (orderId !== undefined && !this.orders.includes(orderId)) this.orders.unshift(orderId);
  }

  /** The same text, whichever way it goes. */
  orderOf(holder: Holder, letter: Letter): Readonly<Record<string, unknown>> {
    return { clientOrderId: this.driver.keyOf(holder, letter), ...this.driver.order(holder) };
  }

  /** The clerk holds these from now on, and is seen to. */
  async grant(capabilities: readonly string[], status = 'ACTIVE'): Promise<void> {
    if (this.clerk === undefined) return;
    const write = { method: 'PUT', path: this.clerk, body: { capabilities, status } } as const;
    await this.driver.write('admin', this.driver.nextLetter(), write);
  }

  /** Time passes, and every session whose lease is over is seen to its end. */
  async advance(ms: number): Promise<void> {
    const { control } = this.driver;
    if (control === undefined) return;
    await this.readClock();
    await control.advance(ms);
    // What was sent meanwhile is in before the clock is read again.
    const { nowNs } = await control.clock();
    for (const { socket } of this.sockets) {
      const endNs = leaseEndNs(socket.conversation());
      if (endNs !== undefined && endNs !== 0n && endNs <= nowNs) await socket.untilClosed(PATIENCE_MS);
    }
    this.#forgetClosed();
    await this.readClock();
  }

  /** To one lead time before the end of the newest session's lease, to its end, or past it. */
  async advanceTo(leftMs: number): Promise<void> {
    const [newest] = this.sockets;
    const { control } = this.driver;
    const endNs = newest === undefined ? undefined : leaseEndNs(newest.socket.conversation());
    if (control === undefined || endNs === undefined || endNs === 0n) return;
    const { nowNs } = await control.clock();
    const ms = Number((endNs - nowNs) / NS_PER_MS) - leftMs;
    if (ms > 0) await this.advance(ms);
  }

  /** Its sessions and tickets are gone with what a member had in mind. */
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

  /** Access goes between the answer to a handshake and its first frame. */
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

  /** The clock read once more, and nothing left behind. */
  async finish(): Promise<void> {
    await this.readClock();
    for (const orderId of this.orders) {
      const write = { path: `/orders/${orderId}/cancel`, body: {} };
      await this.driver.write('trader', this.driver.nextLetter(), write);
    }
    await this.grant([]);
    await this.driver.calm();
  }

  #forgetClosed(): void {
    this.sockets = this.sockets.filter(({ socket }) => socket.conversation().closed === null);
  }
}

/** As `callerOf` has it of what is sent with the clerk's token. */
const CLERK_MARK = '<minted token of trader>';

function leaseEndNs(conversation: Conversation): bigint | undefined {
  return storyOf(conversation).grants.at(-1)?.grant.expiresAtNs;
}
