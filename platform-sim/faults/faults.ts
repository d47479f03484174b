/** The faults of one sandbox: the added rules, their counts, and what is held now. */
import type { Clock, Timer } from '../../gateway/platform-port.ts';
import type { FaultStrike } from '../../gateway/sockets/socket-edge.ts';
import { durationMs, msUntil, nsOf } from '../duration.ts';
import type { Random } from '../seed.ts';
import { carriedWaits, comesAgain } from './carried-waits.ts';
import { type Edge, type Effect, edgeRow } from './edges.ts';
import type { Fault, FaultsMark, Strike, Waiting, WaitMark } from './fault.ts';
import { createHolds } from './holds.ts';
import { type FaultKind, type FaultTools, GO, type Outcome } from './kind.ts';
import { failed, KINDS } from './kinds.ts';
import { fits, known, type Where } from './match.ts';
import { Passes } from './passes.ts';
import { edgeOf, effectOf, nonsenseOf } from './rule.ts';
import type { FaultRule, FaultTimes } from './rule-shape.ts';

export type { Fault, FaultsMark } from './fault.ts';

export interface Faults {
  /** Throws RangeError with a message for the user if the rule can never take effect. */
  add(rule: FaultRule): Fault;
  /** The active rules. */
  list(): readonly Fault[];
  /** The last expired rules, which a view shows as spent. */
  expired(): readonly Fault[];
  /** Also finds an expired rule. */
  get(id: string): Fault | undefined;
  /** Removes a rule and releases what it holds; what it delays continues at its time. false: no such rule. */
  remove(id: string): boolean;
  /** Removes every rule. */
  clear(): void;
  /** Releases what is held under a name now; the rule still holds what comes later. Returns the number released. */
  release(name: string): number;
  /** What is held now, by name. */
  holds(): readonly { readonly name: string; readonly count: number }[];
  /** Everything that waits now, in order of arrival. */
  waiting(): readonly Waiting[];
  /** Whether an active rule is at this edge, so that a caller can skip preparing a question. */
  stands(edge: Edge): boolean;
  /**
   * Applies the rules at an edge. Returns undefined synchronously if no rule fires, so that a platform without faults
   * stays synchronous. Otherwise the firing rules strike one after another, in the order of their addition, up to one
   * that ends it.
   *
   * @param began called when a rule strikes; the strike says later when it let go
   */
  at(edge: Edge, where: Where, began?: (strike: FaultStrike) => void): Promise<Outcome> | undefined;
  /** As `at`, synchronously: only for rules that fail. */
  now(edge: Edge, where: Where): Outcome | undefined;
  /** The edges that the last writes came to, whether a rule fired there or not. */
  readonly passes: Pick<Passes, 'count' | 'after'>;
  mark(): FaultsMark;
  /** As `mark`, with what the rules delay or hold: for a process that takes over. */
  takeoverMark(): FaultsMark;
}

interface Entry {
  readonly id: string;
  readonly rule: FaultRule;
  readonly edge: Edge;
  readonly kind: FaultKind;
  readonly expiresAtNs: bigint | undefined;
  readonly strikes: Strike[];
  matches: number;
  firings: number;
  held: number;
  continuedAtTakeover: number;
  timer?: Timer;
}

export interface FaultsOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** true if there is a log on a disk; otherwise a rule at the edge `log` is refused. */
  readonly disk?: boolean;
  /** Crashes a member by its name; absent: a rule that crashes one is refused. */
  readonly crash?: (member: string, fault: string) => void;
  /** The existing members and organisations: a rule for another is refused. Absent: not checked. */
  readonly there?: { members(): readonly string[]; hasOrganisation(orgId: number): boolean };
  /** The faults that these continue from. */
  readonly mark?: FaultsMark | undefined;
  /** Called when a rule strikes a write on its way, and again when it lets it go. */
  readonly struck?: ((strike: FaultStrike, where: Where) => void) | undefined;
  /** Called when any rule strikes. */
  readonly fired?: ((edge: Edge, effect: Effect) => void) | undefined;
  /** Called when `mark` would return something else. */
  readonly changed?: (() => void) | undefined;
}

/** Their places hold on to the request, and read its headers when they are asked; the answer itself is an exchange. */
const ANSWERS: ReadonlySet<Edge> = new Set(['answer', 'answered']);
/** Maximum number of strikes that a rule keeps. */
const STRIKES_TOLD = 20;
/** Maximum number of waits that a process that takes over continues: they are one message of NATS with the rules. */
const WAITS_CARRIED = 1_000;
/** Maximum number of expired rules that can be read, and that are listed. */
const EXPIRED_TOLD = 1_000;
const EXPIRED_SHOWN = 20;

/** Creates the faults of a sandbox, empty or continuing a mark. */
export function createFaults(options: FaultsOptions): Faults {
  const { clock, random, disk = false, crash: crashMember, there, mark, struck, fired, changed } = options;
  const holds = createHolds();
  let entries: Entry[] = [];
  let expired: Entry[] = [];
  /** With the rules that strike it afterwards. */
  const waiting = new Map<Waiting, readonly Entry[]>();
  const passes = new Passes();
  let added = mark?.added ?? 0;

  const view = (entry: Entry): Fault => ({
    id: entry.id,
    rule: entry.rule,
    truth: edgeRow(entry.edge).truths?.[effectOf(entry.rule)] ?? null,
    matches: entry.matches,
    firings: entry.firings,
    held: entry.held,
    continuedAtTakeover: entry.continuedAtTakeover,
    expiresAtNs: entry.expiresAtNs?.toString() ?? null,
    expired: expired.includes(entry),
    strikes: [...entry.strikes],
  });

  /** Removes the matching rules and releases what they hold. */
  function takeOut(which: (entry: Entry) => boolean): Entry[] {
    const gone = entries.filter(which);
    entries = entries.filter((entry) => !which(entry));
    for (const { id, timer } of gone) {
      timer?.cancel();
      holds.releaseOf(id);
    }
    if (gone.length > 0) changed?.();
    return gone;
  }

  function note(entry: Entry, where: Where): void {
    entry.firings += 1;
    fired?.(entry.edge, effectOf(entry.rule));
    entry.strikes.push({ atNs: clock.nowNs().toString(), ...known(where) });
    if (entry.strikes.length > STRIKES_TOLD) entry.strikes.shift();
  }

  function waitOf({ id: fault, edge, rule }: Entry, where: Where, until: bigint | undefined): Waiting {
    const sinceNs = clock.nowNs();
    const delay = rule.delay ?? rule.answer?.delay;
    const untilNs = delay === undefined ? null : `${until ?? sinceNs + nsOf(durationMs(delay))}`;
    return { fault, edge, sinceNs: `${sinceNs}`, untilNs, ...known(where) };
  }

  /** The rules that strike, in order, up to one that ends it. */
  function firingAt(edge: Edge, where: Where): readonly Entry[] {
    if (entries.length === 0) return entries;
    const firing: Entry[] = [];
    for (const entry of entries) {
      if (entry.edge !== edge || !fits(entry.rule.on, where)) continue;
      // The platform's own commands have no member that could crash.
      if (entry.rule.crash !== undefined && where.member === undefined) continue;
      entry.matches += 1;
      changed?.();
      if (!fires(entry.rule.times, entry.matches, random)) continue;
      note(entry, where);
      firing.push(entry);
      if (!entry.kind.goesOn) break;
    }
    return firing;
  }

  async function strike(
    entry: Entry,
    where: Where,
    next: readonly Entry[],
    { untilNs, began }: Continued,
  ): Promise<Outcome> {
    const { id: fault, edge, rule } = entry;
    const effect = effectOf(rule);
    const struckNow: { -readonly [Name in keyof FaultStrike]: FaultStrike[Name] } = {
      ...{ fault, edge, effect, ...effectValue(rule, effect), atNs: `${clock.nowNs()}`, endNs: null },
    };
    const isOfWrite = where.key !== undefined && !ANSWERS.has(edge);
    if (isOfWrite) struck?.(struckNow, where);
    began?.(struckNow);
    entry.held += 1;
    const wait = waitOf(entry, where, untilNs);
    waiting.set(wait, next);
    changed?.();
    const crash = (member: string): void => crashMember?.(member, entry.id);
    const tools: FaultTools = { clock, holds, ruleId: entry.id, where, untilNs, crash };
    try {
      const outcome = await entry.kind.strike(rule, tools);
      return { ...outcome, strikes: [struckNow] };
    } finally {
      struckNow.endNs = `${clock.nowNs()}`;
      if (isOfWrite) struck?.(struckNow, where);
      entry.held -= 1;
      waiting.delete(wait);
      changed?.();
    }
  }

  async function strikeAll(firing: readonly Entry[], where: Where, { untilNs, began }: Continued): Promise<Outcome> {
    const strikes: FaultStrike[] = [];
    for (const [index, entry] of firing.entries()) {
      // The rule was removed while an earlier one delayed this: nothing could release it any more.
      if (!entries.includes(entry)) continue;
      const outcome = await strike(entry, where, firing.slice(index + 1), {
        untilNs: index === 0 ? untilNs : undefined,
        began,
      });
      strikes.push(...(outcome.strikes ?? []));
      if (outcome.act !== 'go') return { ...outcome, strikes };
    }
    return { ...GO, strikes };
  }

  function continued({ faults, untilNs }: WaitMark, where: Where): Promise<Outcome> | undefined {
    const firing = entries.filter(({ id }) => faults.includes(id));
    const isFirst = firing[0]?.id === faults[0];
    if (firing.length === 0) return undefined;
    return strikeAll(firing, where, { untilNs: isFirst && untilNs !== null ? BigInt(untilNs) : undefined });
  }

  function waitMarkOf([wait, next]: readonly [Waiting, readonly Entry[]]): WaitMark {
    const { fault, edge, sinceNs: _, untilNs, ...where } = wait;
    return { faults: [fault, ...next.map(({ id }) => id)], edge, untilNs, ...where };
  }

  /** Why the rule matches no existing member or organisation. */
  function missing({ on: { member, org } }: FaultRule): string | undefined {
    if (there === undefined) return undefined;
    const members = there.members();
    if (member !== undefined && !members.includes(member))
      return `on.member: there is no member ${member} here; there are ${members.join(', ')}`;
    return org === undefined || there.hasOrganisation(org) ? undefined : `on.org: there is no organisation ${org} here`;
  }

  type Known = Pick<Entry, 'id' | 'rule' | 'expiresAtNs' | 'strikes' | 'matches' | 'firings' | 'continuedAtTakeover'>;

  function stand(known: Known): Entry {
    const { id, rule, expiresAtNs } = known;
    const entry: Entry = { ...known, edge: edgeOf(rule), kind: KINDS[effectOf(rule)], held: 0 };
    entries.push(entry);
    if (expiresAtNs !== undefined) {
      entry.timer = clock.after(msUntil(expiresAtNs, clock), `fault ${id}: expires`, () => {
        expired = [...expired, ...takeOut((candidate) => candidate === entry)].slice(-EXPIRED_TOLD);
      });
    }
    return entry;
  }
  const carried = carriedWaits(mark?.waits?.filter(comesAgain) ?? []);
  for (const { continuedAtTakeover = 0, ...rule } of mark?.rules ?? []) {
    const others = mark?.waits?.filter((wait) => wait.faults[0] === rule.id && !comesAgain(wait)).length ?? 0;
    stand({ ...rule, strikes: [...rule.strikes], continuedAtTakeover: continuedAtTakeover + others });
  }

  const markNow = (): FaultsMark => ({
    added,
    rules: entries.map(({ id, rule, expiresAtNs, strikes, matches, firings, continuedAtTakeover }) => {
      const counts = { matches, firings, ...(continuedAtTakeover > 0 && { continuedAtTakeover }) };
      return { id, rule, expiresAtNs, strikes: [...strikes], ...counts };
    }),
  });

  return {
    add(rule) {
      const nonsense = nonsenseOf(rule);
      if (nonsense !== undefined) throw new RangeError(nonsense);
      if (rule.crash !== undefined && crashMember === undefined) {
        throw new RangeError('crash: there is no member here that could crash');
      }
      if (edgeOf(rule) === 'log' && !disk) {
        throw new RangeError(
          'on.edge: this sandbox keeps its log in memory: start it with --data DIR to have a disk fail',
        );
      }
      const absent = missing(rule);
      if (absent !== undefined) throw new RangeError(absent);
      added += 1;
      const expiresAtNs = rule.for === undefined ? undefined : clock.nowNs() + nsOf(durationMs(rule.for));
      changed?.();
      return view(
        stand({ id: `f${added}`, rule, expiresAtNs, strikes: [], matches: 0, firings: 0, continuedAtTakeover: 0 }),
      );
    },
    list: () => entries.map(view),
    expired: () => expired.slice(-EXPIRED_SHOWN).map(view),
    get(id) {
      const entry = [...entries, ...expired].find((candidate) => candidate.id === id);
      return entry && view(entry);
    },
    remove(id) {
      const known = expired.some((entry) => entry.id === id);
      expired = expired.filter((entry) => entry.id !== id);
      return takeOut((entry) => entry.id === id).length > 0 || known;
    },
    clear() {
      expired = [];
      takeOut(() => true);
    },
    release: holds.release,
    holds: holds.counts,
    waiting: () => [...waiting.keys()],
    stands: (edge) => entries.some((entry) => entry.edge === edge),
    at(edge, where, began) {
      if (!ANSWERS.has(edge) && where.key !== undefined) passes.note(edge, where, clock.nowNs());
      const former = carried.at(edge, where);
      if (former !== undefined) return 'passes' in former ? undefined : continued(former.continues, where);
      const firing = firingAt(edge, where);
      return firing.length === 0 ? undefined : strikeAll(firing, where, { began });
    },
    passes,
    now: (edge, where) => firingAt(edge, where).map(({ rule }) => failed(rule))[0],
    mark: markNow,
    takeoverMark: () => ({
      ...markNow(),
      waits: [...carried.left(), ...[...waiting].map(waitMarkOf)].slice(-WAITS_CARRIED),
    }),
  };
}

/** What a rule states for its effect, as text; absent: that it happens is all. */
function effectValue(rule: FaultRule, effect: Effect): Pick<FaultStrike, 'value'> {
  const value = effect === 'answer' ? rule.answer?.status : rule[effect];
  return value === true || value === undefined ? {} : { value: `${value}` };
}

interface Continued {
  /** When the first one's delay ends, where it began in a former process. */
  readonly untilNs?: bigint | undefined;
  readonly began?: ((strike: FaultStrike) => void) | undefined;
}

/** The error that an edge throws when a fault fails it. */
export class FaultFailed extends Error {
  constructor(edge: Edge) {
    super(`a fault failed the ${edge}`);
  }
}

/** Whether the nth match of a rule (starting at 1) makes it fire. */
function fires(times: FaultTimes | undefined, match: number, random: Random): boolean {
  if (times === undefined) return true;
  if (typeof times === 'number') return match <= times;
  if ('every' in times) return match % times.every === 0;
  if ('nth' in times) return match === times.nth;
  return random.chance(times.probability);
}
