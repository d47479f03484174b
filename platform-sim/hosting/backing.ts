/** A platform and its members: what the front routes to, until a reset replaces it. */
import type { JSONWebKeySet } from 'jose';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { OwnerName } from '../../gateway/facts.ts';
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { DEFAULT_LIMITS, type MemberLimits } from '../../gateway/services.ts';
import type { FrameTap } from '../../gateway/sockets/frame-tap.ts';
import { createFaults, type Faults, type FaultsMark } from '../faults/faults.ts';
import { keysPast } from '../faults/issuer-edge.ts';
import { rulesOfText, textOfRules } from '../faults/mark-text.ts';
import { createSocketEdge } from '../faults/socket-edge.ts';
import type { Backing } from '../front/front.ts';
import type { Issuer } from '../identity/issuer.ts';
import { DEFAULT_PLATFORM_LIMITS, type PlatformLimits } from '../limits.ts';
import type { Journal } from '../log/journal.ts';
import type { KeptText } from '../log/kept-world.ts';
import { forkOf, memoryJournal } from '../log/memory.ts';
import type { KeptStates } from '../log/snapshot-keeper.ts';
import { seatMaker } from '../members/make-seat.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import { createMemberSeats, type MemberSeats, type Seats, type SeatsMark } from '../members/member-seats.ts';
import type { RemoteSeat } from '../nats/bus/remote-seat.ts';
import type { RegisterState } from '../owners/register.ts';
import type { Platform, PlatformMark } from '../platform.ts';
import { createPlatform } from '../platform.ts';
import type { Rolls } from '../rolls/rolls.ts';
import type { Secrets } from '../secrets.ts';
import { createSeed, type Drawn, type Seed } from '../seed.ts';
import { buildWorld } from '../seed-data/build-world.ts';
import type { WorldSize } from '../seed-data/world.ts';
import type { Beginnings } from './beginnings.ts';

export type SandboxLimits = MemberLimits & PlatformLimits;

/** All limits: those that are not stated have their defaults. */
export function limitsOf(stated: Partial<SandboxLimits>): SandboxLimits {
  return { ...DEFAULT_PLATFORM_LIMITS, ...DEFAULT_LIMITS, ...stated };
}

export interface BackingOptions {
  /** The world's name: what its members seal is not valid in another world. */
  readonly of: string;
  readonly clock: Clock;
  /** Real time, for any clock of the platform. */
  readonly machineClock: Clock;
  readonly issuer: Issuer;
  readonly seed: number;
  readonly world: WorldSize;
  readonly plans: readonly MemberPlan[];
  /** Of all worlds of its host; absent: it begins by itself. */
  readonly beginnings: Beginnings | undefined;
  /** The state to continue from, instead of a new beginning. */
  readonly mark?: BackingMark | undefined;
  /** Where its rules are stored, and its rolls. */
  readonly keptRules?: KeptText | undefined;
  readonly keptRolls?: KeptText | undefined;
  /** The first backing of its process: it continues what is stored there, where there is no mark. */
  readonly takesOver: boolean;
  /** Where its sequence is stored, instead of the mark's journal or memory. */
  readonly journal?: Journal | undefined;
  /** The state of its owners at some position of that journal. */
  readonly snapshot?: KeptStates | undefined;
  readonly limits: Partial<SandboxLimits>;
  readonly defects: readonly Defect[];
  /** Host names whose pages may open sockets with a ticket. */
  readonly allowedHosts: readonly string[];
  readonly requestIds: () => string;
  readonly frameTap: FrameTap;
  readonly secrets: Secrets;
  observe(event: ExchangeEvent, content?: ExchangeContent): void;
  /** The seats of members in other processes. */
  others(): readonly RemoteSeat[];
}

/** Everything that another backing needs to continue from this one's state; work in progress is not included. */
export interface BackingMark {
  /** Its own: only this backing appends to it. */
  readonly journal: Journal;
  /** The platform's state at its end; undefined: it ends before that, and is read again. */
  readonly platform: PlatformMark | undefined;
  readonly members: SeatsMark;
  readonly faults: FaultsMark;
  readonly away: readonly OwnerName[];
  readonly drawn: Drawn;
}

export interface SandboxBacking extends Backing {
  readonly faults: Faults;
  readonly seed: number;
  readonly platform: Platform;
  /** The issuer's keys as one member fetches them. */
  jwks(member: string): Promise<JSONWebKeySet>;
  /** The keys that members seal with: the same for all of them. */
  readonly sealing: { readonly cursorKey: Uint8Array; readonly ticketKey: Uint8Array };
  /** The current seats. */
  readonly seats: Seats;
  readonly members: MemberSeats;
  /** Loaded with the first call, so that a start does not wait for them. */
  rolls(): Promise<Rolls>;
  /** The current state, with the records up to `position`. */
  mark(position: number): BackingMark;
  /** Releases what is held, ends the platform's own timers, and lets each member answer its open requests. */
  retire(): void;
}

function drawnBy(chance: Seed, streams: readonly string[]): Drawn {
  const drawn = chance.drawn();
  return Object.fromEntries(streams.map((name) => [name, drawn[name] ?? 0]));
}

/** Creates a platform with its members. */
export function createBacking(options: BackingOptions): SandboxBacking {
  const { clock, machineClock, issuer, limits, seed, requestIds, secrets, mark, keptRules, keptRolls } = options;
  const found = (kept: KeptText | undefined) => (mark === undefined && options.takesOver ? kept?.found : undefined);
  const rulesFound = found(keptRules);
  const rules = rulesFound === undefined ? undefined : rulesOfText(rulesFound);
  const world = buildWorld({ seed, size: options.world });
  const remoteNamed = (name: string) => options.others().find((seat) => seat.name === name);
  const isNew = mark === undefined && options.journal === undefined;
  const beginning = JSON.stringify([seed, options.world, `${clock.nowNs()}`, limits]);
  const known = isNew ? options.beginnings?.find(beginning) : undefined;
  const chance = createSeed(seed, mark?.drawn ?? rules?.drawn);
  const faults = createFaults({
    clock,
    random: chance.stream('faults'),
    disk: options.journal !== undefined,
    crash(name) {
      members.crash(name);
      remoteNamed(name)?.crash();
    },
    there: {
      members: () => [...members.list(), ...options.others()].map(({ name }) => name),
      // Read from the current register: organisations are proposed while the sandbox serves.
      hasOrganisation: (orgId) => (platform.stateOf('register') as RegisterState).directory.register.orgs.has(orgId),
    },
    mark: mark?.faults ?? rules,
    changed: keptRules?.changed,
  });
  const journal = options.journal ?? mark?.journal ?? (known && forkOf(known.journal, known.journal.head()));
  const { states, position: statesAt } = options.snapshot ?? {};
  const platform = createPlatform({
    clock,
    seed: chance,
    world,
    limits,
    faults,
    journal: journal ?? memoryJournal(),
    states,
    statesAt,
    from: options.snapshot === undefined ? (mark?.platform ?? known?.platform) : undefined,
    // Not derived from the world's name: a fork must recall what its origin stored.
    vaultSalt: secrets.keyFor('vault'),
  });
  if (isNew && known === undefined) options.beginnings?.keep(beginning, platform);
  for (const owner of mark?.away ?? []) platform.owners.leave(owner);
  const keyOf = (what: string) => secrets.keyFor(what, seed, options.of);
  const [cursorKey, ticketKey] = [keyOf('cursors'), keyOf('tickets')];

  const socketEdge = createSocketEdge(faults, chance.stream('frames'));

  const keysFor = keysPast(faults, issuer);
  const members = createMemberSeats(
    mark?.members ?? options.plans,
    seatMaker({
      ...{ clock, machineClock, limits, cursorKey, ticketKey, secrets, socketEdge, requestIds },
      frameTap: options.frameTap,
      issuer: { issuer: issuer.url, audience: issuer.audience },
      jwks: keysFor,
      allowedHosts: options.allowedHosts,
      defects: options.defects,
      port: platform.port,
      observe: options.observe,
    }),
    (name) => options.others().some((seat) => seat.name === name),
  );

  /** A member whose stream a defect or a fault changes gets the sequence again, past that defect or fault. */
  const hasOwnStream = (): boolean =>
    faults.stands('apply') || options.defects.some(({ port: wrap }) => wrap !== undefined);

  let rolls: Promise<Rolls> | undefined;
  let loadedRolls: Rolls | undefined;
  const loadRolls = async (): Promise<Rolls> => {
    const { createRolls } = await import('../rolls/rolls.ts');
    const seats = () => [...members.list(), ...options.others()];
    loadedRolls = createRolls({ clock, machineClock, seats, from: rollsFound, changed: keptRolls?.changed });
    return loadedRolls;
  };
  const rollsFound = found(keptRolls);
  // Those that were running continue.
  if (rollsFound !== undefined) rolls = loadRolls();
  keptRolls?.of(() => loadedRolls?.text() ?? rollsFound ?? '');
  keptRules?.of(() => textOfRules({ ...faults.takeoverMark(), drawn: drawnBy(chance, ['faults', 'frames']) }));

  return {
    seed,
    platform,
    jwks: keysFor,
    sealing: { cursorKey, ticketKey },
    get seats() {
      return members.list();
    },
    members,
    rolls() {
      rolls ??= loadRolls();
      return rolls;
    },
    faults: platform.faults,
    // Read from the current register: organisations are proposed later, too.
    orgIdOf: (externalOrgId) => (platform.stateOf('register') as RegisterState).directory.orgIds.get(externalOrgId),
    mark(position) {
      const mark = position === platform.head() ? platform.mark() : undefined;
      return {
        journal: forkOf(platform.journal, position),
        platform: mark,
        members: members.mark(mark !== undefined && !hasOwnStream()),
        faults: faults.mark(),
        away: platform.owners.list().flatMap(({ name, away }) => (away ? [name] : [])),
        drawn: chance.drawn(),
      };
    },
    retire() {
      platform.faults.clear();
      platform.close();
      void rolls?.then(({ close }) => close());
      members.end();
    },
  };
}
