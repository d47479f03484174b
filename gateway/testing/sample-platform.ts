/**
 * For tests of the gateway alone: a small platform behind the port, a clock that a test moves, and a member that serves
 * real requests. The real platform is in platform-sim, which the gateway does not import.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { SCOPES, type Scope } from '../contract/capabilities.ts';
import type { Command, Fact, OrderRow, QuoteRow, SequencedRecord, Verdict } from '../facts.ts';
import { serverOptions } from '../http/server.ts';
import { createMember, type Member, type MemberOptions } from '../member.ts';
import type { Clock, KeyState, Material, PlatformPort, Stored, Submission } from '../platform-port.ts';

export class SampleClock implements Clock {
  #nowNs = 1_800_000_000_000_000_000n;
  #timers: { readonly atNs: bigint; readonly run: () => void }[] = [];

  nowNs(): bigint {
    return this.#nowNs;
  }

  after(delayMs: number, _label: string, run: () => void): { cancel(): void } {
    const timer = { atNs: this.#nowNs + BigInt(delayMs) * 1_000_000n, run };
    this.#timers.push(timer);
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
  }

  advance(ms: number): void {
    this.#nowNs += BigInt(ms) * 1_000_000n;
    const due = this.#timers.filter((timer) => timer.atNs <= this.#nowNs);
    this.#timers = this.#timers.filter((timer) => timer.atNs > this.#nowNs);
    for (const timer of due) timer.run();
  }

  get waiting(): number {
    return this.#timers.length;
  }
}

/** Two organisations with a user each; the first organisation has one account, and the platform has one instrument. */
export const FIRST = { externalId: 'first', subject: 'trader' };
export const SECOND = { externalId: 'second', subject: 'stranger' };
const GENESIS: readonly Fact[] = [
  organisation(1, FIRST.externalId, 'ACTIVE'),
  organisation(2, SECOND.externalId, 'ACTIVE'),
  organisation(3, 'asleep', 'SUSPENDED'),
  user(11, 1, FIRST.subject, 'ACTIVE'),
  user(12, 1, 'colleague', 'ACTIVE'),
  user(13, 1, 'gone', 'DISABLED'),
  user(14, 1, 'waiting', 'AWAITING_ADMISSION'),
  user(21, 2, SECOND.subject, 'ACTIVE'),
  user(31, 3, 'sleeper', 'ACTIVE'),
  account(1, 1, 'main'),
  instrument(1, 'BTC-USD'),
];

export function account(accountId: number, orgId: number, displayName: string): Fact {
  const terms = { portfolioId: null, displayName, status: 'ACTIVE', exchangeId: 1, credentialId: 1 } as const;
  return { kind: 'RegisterRecorded', family: 'accounts', row: { accountId, orgId, ...terms, version: 1 } };
}

export function instrument(instrumentId: number, symbol: string, status: 'LIVE' | 'HALTED' = 'LIVE'): Fact {
  const grid = { tick: '0.01', step: '0.0001', workingScale: 8 };
  const assets = { exchangeId: 1, baseAssetId: 1, quoteAssetId: 2 };
  return { kind: 'InstrumentRecorded', instrument: { instrumentId, symbol, status, ...assets, ...grid } };
}

export class SamplePlatform implements PlatformPort {
  readonly records: SequencedRecord[] = [];
  readonly submitted: Command[] = [];
  readonly stored: Material[] = [];
  /** Answers each command; a promise simulates a slow owner. */
  judge: (command: Command) => Verdict | Promise<Verdict> = (command) => ({
    facts: [orderFact(command, String(this.records.length))],
  });
  /** Called before a command is judged: a test replaces it to refuse or fail. */
  take: (command: Command) => Submission | undefined = () => undefined;
  /** Called before a look-up: a test replaces it to stall or fail. */
  beforeLookUp: () => Promise<void> | undefined = () => undefined;
  readonly #followers: ((record: SequencedRecord) => void)[] = [];
  readonly #quotes = new Map<number, QuoteRow>();
  readonly #quoteFollowers = new Set<{ readonly instrumentId: number; readonly received: (quote: QuoteRow) => void }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.record(stated(GENESIS), { facts: GENESIS });
  }

  async submit(command: Command): Promise<Submission> {
    const notTaken = this.take(command);
    if (notTaken !== undefined) return notTaken;
    this.submitted.push(command);
    return { taken: true, position: this.record(command, await this.judge(command)) };
  }

  async storeMaterial(material: Material): Promise<Stored> {
    this.stored.push(material);
    return { stored: true };
  }

  async lookUp(orgId: number, key: string): Promise<KeyState> {
    await this.beforeLookUp();
    const held = this.records.find(({ command }) => command.key === key && command.principal.orgId === orgId);
    return held === undefined
      ? { state: 'absent' }
      : { state: 'settled', position: held.position, command: held.command };
  }

  follow(after: number, apply: (record: SequencedRecord) => void): { stop(): void } {
    for (const record of this.records.slice(after)) apply(record);
    this.#followers.push(apply);
    return { stop: () => this.#followers.splice(this.#followers.indexOf(apply), 1) };
  }

  head(): number {
    return this.records.length;
  }

  quotes(instrumentId: number, received: (quote: QuoteRow) => void): { stop(): void } {
    const follower = { instrumentId, received };
    this.#quoteFollowers.add(follower);
    const last = this.#quotes.get(instrumentId);
    if (last !== undefined) received(last);
    return { stop: () => this.#quoteFollowers.delete(follower) };
  }

  /** Sets the venue's quote from now on. */
  quote(instrumentId: number, bid: string, ask: string): void {
    const quote = { instrumentId, bid, ask, venueTsNs: String(this.#clock.nowNs()) };
    this.#quotes.set(instrumentId, quote);
    for (const follower of this.#quoteFollowers) if (follower.instrumentId === instrumentId) follower.received(quote);
  }

  /** The number of followers of a quote. */
  get quoteFollowers(): number {
    return this.#quoteFollowers.size;
  }

  record(command: Command, verdict: Verdict): number {
    const position = this.records.length + 1;
    const record = { position, atNs: String(this.#clock.nowNs() + BigInt(position) * 1_000n), command, verdict };
    this.records.push(record);
    for (const apply of this.#followers) apply(record);
    return position;
  }
}

/** A platform that never answers: its member applies nothing. */
export const SILENT: PlatformPort = {
  lookUp: async () => ({ state: 'absent' as const }),
  submit: () => new Promise<never>(() => undefined),
  follow: () => ({ stop: () => undefined }),
  head: () => 0,
  storeMaterial: () => new Promise<never>(() => undefined),
  quotes: () => ({ stop: () => undefined }),
};

export function stated(facts: readonly Fact[]): Command {
  return {
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: 'state',
    body: { kind: 'state', facts },
  };
}

/** An open order as an owner records it. */
export function orderFact(command: Command, orderId: string): Fact {
  const order: OrderRow = {
    orderId,
    orgId: command.principal.orgId,
    clientOrderId: command.key ?? '',
    accountId: 1,
    credentialId: 1,
    instrumentId: 1,
    userId: command.principal.userId,
    algoInstanceId: null,
    side: 'BUY',
    status: 'OPEN',
    price: '100',
    qty: '1',
    cumQty: '0',
    leavesQty: '1',
    avgPx: null,
    lastFillPx: null,
    lastFillQty: null,
    rejection: null,
    createdAtNs: '1',
    updatedAtNs: '1',
  };
  return { kind: 'OrderUpdated', order };
}

/** Restates the user of the sample's tokens, as an administrator does. */
export function restateUser(
  platform: SamplePlatform,
  { status = 'ACTIVE', capabilities }: { readonly status?: UserStatus; readonly capabilities?: readonly Scope[] },
): void {
  platform.record(stated([]), { facts: [user(11, 1, FIRST.subject, status, capabilities)] });
}

type UserStatus = 'ACTIVE' | 'DISABLED' | 'AWAITING_ADMISSION';

export function user(
  userId: number,
  orgId: number,
  subject: string,
  status: UserStatus,
  capabilities: readonly Scope[] = SCOPES,
): Fact {
  const row = { userId, orgId, subject, displayName: subject, status, capabilities, version: 1 };
  return { kind: 'RegisterRecorded', family: 'users', row };
}

function organisation(orgId: number, externalId: string, status: 'ACTIVE' | 'SUSPENDED'): Fact {
  return {
    kind: 'RegisterRecorded',
    family: 'orgs',
    row: { orgId, externalId, displayName: externalId, status, sponsorOrgId: null, proposedByUserId: null, version: 1 },
  };
}

const ISSUER = 'https://issuer.test';
const AUDIENCE = 'trading-gateway';
const keys = await generateKeyPair('ES256');

/** A valid token with `claims` changed (undefined removes one). */
export async function tokenOf(
  who: { externalId: string; subject: string },
  claims: Readonly<Record<string, unknown>> = {},
  key: typeof keys.privateKey = keys.privateKey,
): Promise<string> {
  const nowS = 1_800_000_000;
  const all: JWTPayload = {
    iss: ISSUER,
    aud: AUDIENCE,
    org_id: who.externalId,
    sub: who.subject,
    iat: nowS,
    exp: nowS + 3_600,
    ...claims,
  };
  return new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(key);
}

/** The trusted issuer of the tests. */
export const identity = {
  issuer: ISSUER,
  audience: AUDIENCE,
  jwks: async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'ES256' }] }),
};

export interface Serving {
  readonly member: Member;
  readonly platform: SamplePlatform;
  readonly clock: SampleClock;
  readonly baseUrl: string;
  readonly port: number;
  /** Stands still unless a test moves it. */
  readonly machineClock: SampleClock;
  /** The open connections of handshakes and sockets. */
  readonly upgraded: ReadonlySet<Socket>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options of the sample's member. */
export function sampleMember(port: PlatformPort, clock: Clock): MemberOptions {
  let ids = 0;
  let tickets = 0;
  const ticketIds = () => {
    tickets += 1;
    return tickets.toString(16).padStart(24, '0');
  };
  const requestIds = () => {
    ids += 1;
    return `sample-request-${ids}`;
  };
  return {
    name: 'm',
    version: '0.14.0',
    port,
    clock,
    machineClock: new SampleClock(),
    identity,
    requestIds,
    cursorKey: Buffer.from('a key'),
    ticketKey: Buffer.from('a ticket key'),
    bootId: 'first boot',
    ticketIds,
  };
}

/** Starts a member on its own port. */
export async function serve(over: Partial<MemberOptions> = {}): Promise<Serving> {
  const [clock, machineClock] = [new SampleClock(), new SampleClock()];
  const platform = new SamplePlatform(clock);
  const member = createMember({ ...sampleMember(platform, clock), machineClock, ...over });
  // As the sandbox's ports: a test that closes its half after the request still gets the answer.
  const options = { ...serverOptions, shouldUpgradeCallback: member.takesUpgrade };
  const server = Object.assign(createServer(options, member.handle), { httpAllowHalfOpen: true }).on(
    'clientError',
    (error, socket) => member.onClientError(error, socket as never),
  );
  server.on('checkContinue', member.handle);
  const upgraded = new Set<Socket>();
  server.on('upgrade', (request, socket: Socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    member.upgrade(request, socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    member,
    platform,
    clock,
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    machineClock,
    upgraded,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
