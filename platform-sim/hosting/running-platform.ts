/** The part of a world that a reset or a restored snapshot replaces: platform, members, faults and rolls. */
import type { JSONWebKeySet } from 'jose';
import type { OwnerName } from '../../gateway/facts.ts';
import { createFaults, type Faults, type FaultsMark, type FaultsOptions } from '../faults/faults.ts';
import { keysPast } from '../faults/issuer-edge.ts';
import { rulesOfText, textOfRules } from '../faults/mark-text.ts';
import { createSocketEdge } from '../faults/socket-edge.ts';
import type { Backing, FrontRouting } from '../front/front.ts';
import type { Issuer } from '../identity/issuer.ts';
import type { StoredText } from '../log/durable-world.ts';
import type { Journal } from '../log/journal.ts';
import { forkOf, memoryJournal } from '../log/memory.ts';
import type { StatesAtPosition } from '../log/snapshot-keeper.ts';
import { type SeatParts, seatMaker } from '../members/make-seat.ts';
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
import type { SandboxLimits } from './world-options.ts';

export interface RunningOptions
  extends Required<
    Pick<
      SeatParts,
      'clock' | 'machineClock' | 'requestIds' | 'frameTap' | 'allowedHosts' | 'defects' | 'observe' | 'addMark'
    >
  > {
  /** The world's name: what its members seal is not valid in another world. */
  readonly of: string;
  readonly issuer: Issuer;
  readonly seed: number;
  readonly world: WorldSize;
  readonly plans: readonly MemberPlan[];
  /** Shared by all worlds of the host. Absent: this one begins alone. */
  readonly beginnings: Beginnings | undefined;
  /** The state to continue from, instead of a new beginning. */
  readonly mark?: RunningMark | undefined;
  /** The storage of its fault rules, and of its rolls. */
  readonly rulesStorage?: StoredText | undefined;
  readonly rollsStorage?: StoredText | undefined;
  /** true for the first one of its process: without a mark it continues what is stored there. */
  readonly takesOver: boolean;
  /** Where its sequence is stored, instead of the mark's journal or memory. */
  readonly journal?: Journal | undefined;
  /** The state of its owners at some position of that journal. */
  readonly snapshot?: StatesAtPosition | undefined;
  readonly limits: Partial<SandboxLimits>;
  readonly secrets: Secrets;
  /** Called when a rule strikes a write, and again when it lets it go. */
  readonly struck: FaultsOptions['struck'];
  /** Called when any rule strikes. */
  readonly fired: FaultsOptions['fired'];
  /** The seats of members in other processes. */
  others(): readonly RemoteSeat[];
}

/** Everything that another running part needs to continue from this one's state, except work in progress. */
export interface RunningMark {
  /** Its own: only this part appends to it. */
  readonly journal: Journal;
  /** The platform's state at its end; undefined: it ends before that, and is read again. */
  readonly platform: PlatformMark | undefined;
  readonly members: SeatsMark;
  readonly faults: FaultsMark;
  readonly away: readonly OwnerName[];
  readonly drawn: Drawn;
}

/** Everything that this world or another one needs to continue from this one's state. */
export interface WorldMark extends RunningMark {
  readonly seed: number;
  readonly nowNs: bigint;
  /** The number of minted ids, and the front's random draws. */
  readonly minted: Drawn;
  readonly routing: FrontRouting;
}

export interface RunningPlatform extends Backing {
  readonly faults: Faults;
  readonly seed: number;
  readonly platform: Platform;
  /** The issuer's keys as one member fetches them. */
  jwks(member: string): Promise<JSONWebKeySet>;
  /** The keys that members seal with: the same for all of them. */
  readonly sealing: Pick<SeatParts, 'cursorKey' | 'ticketKey'>;
  /** The current seats. */
  readonly seats: Seats;
  readonly members: MemberSeats;
  /** Loaded with the first call, so that a start does not wait for them. */
  rolls(): Promise<Rolls>;
  /** The current state, with the records up to `position`. */
  mark(position: number): RunningMark;
  /** Releases what is held, ends the platform's own timers, and lets each member answer its open requests. */
  retire(): void;
}

/** Starts a platform and its members. */
export function runPlatform(options: RunningOptions): RunningPlatform {
  const { seed, mark, rulesStorage, secrets, of } = options;
  const storedRules = storedText(options, rulesStorage);
  const rules = storedRules === undefined ? undefined : rulesOfText(storedRules);
  const chance = createSeed(seed, mark?.drawn ?? rules?.drawn);
  const faults = startFaults(options, chance, mark?.faults ?? rules, {
    members: () => members,
    register: () => registerOf(platform),
  });
  const platform = startOwners(options, chance, faults);
  const sealing = { cursorKey: secrets.keyFor('cursors', seed, of), ticketKey: secrets.keyFor('tickets', seed, of) };
  const jwks = keysPast(faults, options.issuer);
  const socketEdge = createSocketEdge(faults, chance.stream('frames'));
  const members = startMembers(options, { ...sealing, jwks, socketEdge, port: platform.port });
  const rolls = startRolls(options, members);
  rulesStorage?.of(() => textOfRules({ ...faults.takeoverMark(), drawn: drawnBy(chance, ['faults', 'frames']) }));

  /** A member whose stream a defect or a fault changes gets the sequence again, past that defect or fault. */
  const hasOwnStream = (): boolean =>
    faults.stands('apply') || options.defects.some(({ port: wrap }) => wrap !== undefined);

  return {
    ...{ seed, platform, jwks, sealing, members, faults: platform.faults },
    get seats() {
      return members.list();
    },
    rolls: rolls.loaded,
    // Read from the current register: organisations are proposed later, too.
    orgIdOf: (externalOrgId) => registerOf(platform).directory.orgIds.get(externalOrgId),
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
      rolls.close();
      members.end();
    },
  };
}

/** What a former process stored; undefined if there is a mark to begin from. */
function storedText({ mark, takesOver }: RunningOptions, storage: StoredText | undefined): string | undefined {
  return mark === undefined && takesOver ? storage?.found : undefined;
}

function registerOf(platform: Platform): RegisterState {
  return platform.stateOf('register') as RegisterState;
}

/** The parts that its faults act on, which start after it. */
interface FaultTargets {
  members(): MemberSeats;
  register(): RegisterState;
}

function startFaults(
  { clock, journal, rulesStorage, struck, fired, others }: RunningOptions,
  chance: Seed,
  mark: FaultsMark | undefined,
  { members, register }: FaultTargets,
): Faults {
  return createFaults({
    clock,
    random: chance.stream('faults'),
    disk: journal !== undefined,
    crash(name, fault) {
      members().crash(name, fault);
      others()
        .find((seat) => seat.name === name)
        ?.crash('at once', fault);
    },
    there: {
      members: () => [...members().list(), ...others()].map(({ name }) => name),
      // Read from the current register: organisations are proposed while the sandbox serves.
      hasOrganisation: (orgId) => register().directory.register.orgs.has(orgId),
    },
    ...{ mark, struck, fired },
    changed: rulesStorage?.changed,
  });
}

/** Starts the platform from a mark, a stored journal, a known beginning, or its seed. */
function startOwners(options: RunningOptions, chance: Seed, faults: Faults): Platform {
  const { clock, seed, limits, secrets, mark, snapshot, beginnings } = options;
  const isNew = mark === undefined && options.journal === undefined;
  const beginning = JSON.stringify([seed, options.world, `${clock.nowNs()}`, limits]);
  const known = isNew ? beginnings?.find(beginning) : undefined;
  const journal = options.journal ?? mark?.journal ?? (known && forkOf(known.journal, known.journal.head()));
  const platform = createPlatform({
    clock,
    seed: chance,
    world: buildWorld({ seed, size: options.world }),
    limits,
    faults,
    journal: journal ?? memoryJournal(),
    states: snapshot?.states,
    statesAt: snapshot?.position,
    from: snapshot === undefined ? (mark?.platform ?? known?.platform) : undefined,
    // Not derived from the world's name: a fork must recall what its origin stored.
    vaultSalt: secrets.keyFor('vault'),
  });
  if (isNew && known === undefined) beginnings?.keep(beginning, platform);
  for (const owner of mark?.away ?? []) platform.owners.leave(owner);
  return platform;
}

function startMembers(
  { issuer, mark, plans, others, ...options }: RunningOptions,
  made: Pick<SeatParts, 'cursorKey' | 'ticketKey' | 'jwks' | 'socketEdge' | 'port'>,
): MemberSeats {
  const { clock, machineClock, limits, secrets, requestIds, frameTap, allowedHosts, defects, observe, addMark } =
    options;
  return createMemberSeats(
    mark?.members ?? plans,
    seatMaker({
      ...made,
      ...{ clock, machineClock, limits, secrets, requestIds, frameTap, allowedHosts, defects, observe, addMark },
      issuer: { issuer: issuer.url, audience: issuer.audience },
    }),
    (name) => others().some((seat) => seat.name === name),
  );
}

/** Rolls of a former process continue; otherwise they are loaded with the first call. */
function startRolls(options: RunningOptions, members: MemberSeats) {
  const { clock, machineClock, rollsStorage, others } = options;
  const from = storedText(options, rollsStorage);
  let loading: Promise<Rolls> | undefined;
  let rolls: Rolls | undefined;
  const load = async (): Promise<Rolls> => {
    const { createRolls } = await import('../rolls/rolls.ts');
    const seats = () => [...members.list(), ...others()];
    rolls = createRolls({ clock, machineClock, seats, from, changed: rollsStorage?.changed });
    return rolls;
  };
  const loaded = (): Promise<Rolls> => {
    loading ??= load();
    return loading;
  };
  if (from !== undefined) void loaded();
  rollsStorage?.of(() => rolls?.text() ?? from ?? '');
  return { loaded, close: () => void loading?.then(({ close }) => close()) };
}

function drawnBy(chance: Seed, streams: readonly string[]): Drawn {
  const drawn = chance.drawn();
  return Object.fromEntries(streams.map((name) => [name, drawn[name] ?? 0]));
}

/** A beginning to copy: it serves more than one world. */
interface WorldBeginning {
  readonly journal: Journal;
  readonly platform: PlatformMark;
}

/** Few: those of a large world hold some megabytes. */
const MOST_BEGINNINGS = 4;

/**
 * The beginnings of the last worlds: a world of the same seed, size, time and limits begins with the same records, so
 * it continues from them instead of judging its history again. On a virtual clock most worlds of a host begin alike.
 */
export class Beginnings {
  readonly #known: Map<string, WorldBeginning> = new Map();

  /** @param of everything that the records of the beginning depend on. */
  find(of: string): WorldBeginning | undefined {
    return this.#known.get(of);
  }

  /** Call it right after the platform began, before any other record. */
  keep(of: string, { journal, head, mark }: Pick<Platform, 'journal' | 'head' | 'mark'>): void {
    const platform = mark();
    if (platform === undefined) return;
    if (this.#known.size >= MOST_BEGINNINGS) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(of, { journal: forkOf(journal, head()), platform });
  }
}
