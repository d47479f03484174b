/**
 * One run of one seed: a world of three members of different versions, two users of each of two organisations who write,
 * retry and read with few keys, and troubles in between. At its end the troubles are over, time goes on, each write is sent
 * once more, and everything is read.
 */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../../../conformance/member/exchange/exchange.ts';
import { keyOf, textAt } from '../../../../conformance/member/exchange/exchange.ts';
import { SCOPES } from '../../../../gateway/contract/capabilities.ts';
import type { Fact, UserRow } from '../../../../gateway/facts.ts';
import type { HostedWorlds } from '../../../../platform-sim/hosting/hosted-worlds.ts';
import type { RunningWorld } from '../../../../platform-sim/hosting/running-world.ts';
import type { MemberSeat } from '../../../../platform-sim/members/member-seat.ts';
import type { Rolls } from '../../../../platform-sim/rolls/rolls.ts';
import { createSeed, type Random } from '../../../../platform-sim/seed.ts';
import { type Asked, LocalClient } from './local-client.ts';
import { endTroubles, troubleOf, VERSIONS } from './troubles.ts';

/** What a run came to. */
export interface SeededRun {
  /** The journal's records, one line each. */
  readonly journal: readonly string[];
  /** What clients were told, one line an exchange. */
  readonly answers: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Requests that were never answered, however long they waited. */
  readonly unanswered: number;
  readonly hash: string;
}

const STEPS = 40;
const RETRIES = 0.3;
const TROUBLES = 0.08;
const KEYS = 4;
const MINUTE_MS = 60_000;
/** Past every deadline, delay and resend. */
const CALM_MS = 10 * MINUTE_MS;

interface Person {
  readonly actor: string;
  readonly tokenName: string;
  readonly token: string;
  readonly accountId: number;
}

type Write = Pick<Asked, 'method' | 'path' | 'key' | 'body'> & { readonly person: Person };

export async function runSeed(worlds: HostedWorlds, value: number): Promise<SeededRun> {
  const random = createSeed(value).fresh('soak');
  const members = [0, 1, 2].map(() => ({ version: random.pick(VERSIONS) }));
  const world = await worlds.create({
    // What a member seals says of which world it is.
    name: 'soak',
    seed: value,
    clock: 'virtual',
    members,
    route: random.pick(['round-robin', 'random']),
  });
  const client = await LocalClient.of(world.front);
  try {
    const run = new Run({
      world,
      client,
      random,
      people: await peopleOf(world),
      rolls: await world.controlled.rolls(),
    });
    await run.play();
    return await run.end();
  } finally {
    await client.close();
    await world.close();
  }
}

interface RunParts {
  readonly world: RunningWorld;
  readonly client: LocalClient;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly rolls: Rolls;
}

class Run {
  readonly #world: RunningWorld;
  readonly #client: LocalClient;
  readonly #random: Random;
  readonly #people: readonly Person[];
  /** By organisation and key, as it was first sent. */
  readonly #writes: Map<string, Write> = new Map();
  readonly #rolls: Rolls;
  #pool = 0;

  constructor({ world, client, random, people, rolls }: RunParts) {
    this.#world = world;
    this.#client = client;
    this.#random = random;
    this.#people = people;
    this.#rolls = rolls;
  }

  async play(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      if (this.#random.chance(TROUBLES)) this.#beTroubled();
      else if (this.#random.chance(RETRIES) && this.#writes.size > 0)
        this.#write(this.#random.pick([...this.#writes.values()]));
      else await this.#step();
      // Quiet: whatever was sent is answered, or waits.
      await this.#world.clock.advance(0);
    }
  }

  async end(): Promise<SeededRun> {
    const { clock, platform } = this.#world;
    endTroubles(this.#world, this.#seats, this.#rolls);
    await clock.advance(CALM_MS);
    for (const write of this.#writes.values()) {
      this.#write(write);
      await clock.advance(0);
      this.#read(write.person, `/operations/${write.key}`);
      await clock.advance(0);
    }
    await clock.advance(CALM_MS);
    for (const person of this.#people) {
      this.#read(person, '/orders?limit=100');
      await clock.advance(0);
    }
    const journal = platform.records().map((record) => JSON.stringify(record));
    const { exchanges, waiting } = this.#client;
    const answers = exchanges.map((exchange) => JSON.stringify(exchange));
    return { journal, answers, exchanges, unanswered: waiting, hash: hashOf(journal) };
  }

  get #seats(): readonly MemberSeat[] {
    return this.#world.controlled.members() as readonly MemberSeat[];
  }

  #beTroubled(): void {
    const key = () => this.#key();
    troubleOf(this.#random).strike({
      ...{ world: this.#world, seats: this.#seats, rolls: this.#rolls },
      ...{ random: this.#random, key },
    });
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const person = random.pick(this.#people);
    const dice = random.int(1, 100);
    if (dice <= 40)
      this.#write({ person, method: 'POST', path: '/orders', key: this.#key(), body: this.#order(person) });
    else if (dice <= 55) this.#cancel(person);
    else if (dice <= 62) this.#writeRegister(person);
    else if (dice <= 80) this.#read(person, this.#readable(person));
    else await this.#world.clock.advance(random.pick([10, 60, 250, 1_000, 2_000, 5_000, MINUTE_MS]));
  }

  /** Few, so that they meet; others after a while. */
  #key(): string {
    if (this.#random.chance(0.04)) this.#pool += 1;
    return `soak-${this.#pool}-${this.#random.int(1, KEYS)}`;
  }

  #order({ accountId }: Person): unknown {
    const random = this.#random;
    const price = random.pick(['90.00', '90.00', '99.99', '101.00', '90.001', null]);
    return { accountId, instrument: 'BTC-USD', side: 'BUY', price, qty: random.pick(['1', '0.5', '0.00001']) };
  }

  #cancel(person: Person): void {
    const orderId = this.#ordersOf(person).at(-this.#random.int(1, 3)) ?? '12345';
    this.#write({ person, method: 'POST', path: `/orders/${orderId}/cancel`, key: this.#key(), body: {} });
  }

  #writeRegister(person: Person): void {
    const body = { displayName: `desk ${this.#random.int(1, 3)}` };
    this.#write({ person, method: 'POST', path: '/portfolios', key: this.#key(), body });
  }

  #readable(person: Person): string {
    const orderId = this.#ordersOf(person).at(-1);
    return this.#random.pick([
      '/orders?limit=3',
      `/operations/${this.#key()}`,
      ...(orderId === undefined ? ['/executions?limit=2'] : [`/orders/${orderId}`]),
      '/me',
    ]);
  }

  /** Those that anybody of the organisation was told of. */
  #ordersOf({ actor }: Person): readonly string[] {
    return this.#client.exchanges.flatMap((exchange) =>
      organisationOf(exchange.actor) === organisationOf(actor) && exchange.request.path === '/orders'
        ? (textAt(exchange, 'orderId') ?? [])
        : [],
    );
  }

  #write(write: Write): void {
    const { person, ...asked } = write;
    const name = `${organisationOf(person.actor)} ${write.key}`;
    if (!this.#writes.has(name)) this.#writes.set(name, write);
    this.#client.send({ ...person, ...asked });
  }

  #read(person: Person, path: string): void {
    this.#client.send({ ...person, method: 'GET', path });
  }
}

export function organisationOf(actor: string): 'first' | 'second' {
  return actor === 'outsider' ? 'second' : 'first';
}

const SECOND_OUTSIDER = { userId: 910_002, subject: 'second outsider' } as const;

/** The world has one person of the second organisation who may trade; another is stated. */
async function peopleOf(world: RunningWorld): Promise<readonly Person[]> {
  const { issuer, platform, profile } = world;
  const personas = ['trader', 'admin', 'outsider'].map((name) => {
    const persona = issuer.personas.named(name);
    if (persona === undefined) throw new Error(`no persona ${name}`);
    return { persona, actor: name, tokenName: `<token of ${name}>` };
  });
  const [, , outsider] = personas;
  if (outsider === undefined) throw new Error('three were named');
  const { orgId = 0 } = platform.world.principals.find(({ name }) => name === 'outsider') ?? {};
  const row: UserRow = {
    ...SECOND_OUTSIDER,
    orgId,
    displayName: 'second outsider',
    status: 'ACTIVE',
    capabilities: SCOPES,
    version: 1,
  };
  const facts: readonly Fact[] = [{ kind: 'RegisterRecorded', family: 'users', row }];
  await platform.port('soak').submit({
    owner: 'register',
    principal: { orgId, userId: 0 },
    key: null,
    operation: 'world',
    body: { kind: 'state', facts },
  });
  const second = {
    persona: { ...outsider.persona, subject: SECOND_OUTSIDER.subject },
    actor: 'outsider',
    tokenName: '<minted token of outsider>',
  };
  const accountOf = (actor: string): number =>
    organisationOf(actor) === 'first' ? profile.fixtures.account.id : profile.fixtures.foreignAccount.id;
  return Promise.all(
    [...personas, second].map(async ({ persona, actor, tokenName }) => ({
      actor,
      tokenName,
      token: await issuer.issue(persona),
      accountId: accountOf(actor),
    })),
  );
}

export function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The organisation and key of a write. */
export function nameOf(exchange: Exchange): string {
  return `${organisationOf(exchange.actor)} ${keyOf(exchange)}`;
}
