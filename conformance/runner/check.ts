/**
 * A check is a value: what it proves, what it needs, how to drive the target, and how to judge what was recorded.
 * `drive` does I/O and asserts nothing; `judge` is a pure function of the history, so it is tested with hand-written
 * ones.
 */
import type fc from 'fast-check';
import type { RequirementId } from '../contract/requirements.ts';
import type { RestVersion, SocketVersion } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import type { Control } from '../member/control/control.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import type { Met } from '../member/exchange/met-answers.ts';
import type { OrderBody } from '../member/exchange/order.ts';
import type { HookName } from '../member/hooks/hook-names.ts';
import type { Operator } from '../member/hooks/operator.ts';
import type { PrincipalName } from '../member/profile/principals.ts';
import type { FixtureName, Fixtures, Profile, SurfaceName } from '../member/profile/profile.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import type { History } from './history.ts';
import type { Judgement } from './judgement.ts';
import type { CheckRow } from './record/run-record.ts';

/**
 * What a check cannot do without. A principal, a fixture and `control` are looked up in the profile. `writes` is not
 * met under --read-only or `limits.writes: false`. `destructive` is a reset of the world or the like. `mint` is a
 * token minted for the check (a control plane with an issuer). `virtual-clock` is a clock that moves only on request,
 * for a check that advances more than a few seconds. `single-member` is stated in the profile. A surface that the
 * profile denies makes the check not applicable. `trading-socket` and `market-data-socket` are addresses that the
 * profile states (`sockets`): the interface shows neither. `other-audience` is a way to ask the issuer for a token of trader
 * that is of another audience. The name of a hook is what the operator of a platform can do (`operator`): by a control plane, or
 * by that hook of the profile.
 *
 * A shared target must not fill up. The runner cancels orders; the check's own `drive` ends what can be withdrawn,
 * retired or deleted, and restores what it changed. A row that cannot be deleted (a user, a portfolio, an account, an
 * address, an organisation) is one of the suite's own that every run uses again (`member/effects/standing-row.ts`); a check
 * that creates a new one each time needs `destructive`.
 */
export type Need =
  | PrincipalName
  | FixtureName
  | SurfaceName
  | 'control'
  | 'virtual-clock'
  | 'writes'
  | 'mint'
  | 'destructive'
  | 'single-member'
  | 'trading-socket'
  | 'market-data-socket'
  | 'other-audience'
  | HookName;

/** The fixtures; those that the check needs are always defined. */
export type FixturesOf<N extends Need> = Fixtures & {
  readonly [F in Extract<N, FixtureName>]-?: NonNullable<Fixtures[F]>;
};

interface Stage<N extends Need> {
  /** Sends no Authorization header. */
  readonly anonymous: Actor;
  /** The principals in `others` that the profile names, in that order. */
  readonly others: readonly Actor[];
  readonly fixtures: FixturesOf<N>;
  readonly control: 'control' extends N ? Control : 'mint' extends N ? Control : Control | undefined;
  readonly operator: Operator;
  readonly target: TargetFacts;
  /** 8 to 36 characters of [A-Za-z0-9-] (decision A19), never used before with this target. */
  freshKey(): string;
  /** An order that rests, for the fixtures account and instrument; see `restingOrder`. */
  order(over?: OrderBody): OrderBody;
  /**
   * Whether the run takes this case of the check (`Check.cases`): `drive` asks before it sends what the case alone
   * needs. The record counts the cases that were asked for and taken.
   */
  takes(name: string): boolean;
  /** Lets this much of the target's time pass: advances a virtual clock, sleeps otherwise. */
  elapse(ms: number): Promise<void>;
  /** For a check that `waits`: settles once the others are done, so that it sends the last requests of the run. */
  othersDone(): Promise<void>;
  /** How long `drive` may let time pass, in milliseconds of the target's clock; infinite on a virtual clock. */
  readonly patienceMs: number;
  /** Adds answers that the run has met so far to the history, labelled `metLabel(met)`, and returns them. */
  recall(met: Met): readonly Exchange[];
  /** The actor of a recalled answer; undefined: the profile no longer names it. */
  actorOf(e: Exchange): Actor | undefined;
  /** Records for the judge what is not an answer: `note('now', (await control.clock()).nowNs)`. No secrets. */
  note(label: string, value: unknown): void;
}

/** What `drive` works with: an actor for each needed principal, and the rest of the scene. */
export type Scene<N extends Need = never> = Stage<N> & { readonly [P in Extract<N, PrincipalName>]: Actor };

/** What a target can show: it cannot reach every state. */
export interface Reach {
  readonly fixtures: Fixtures;
  /** Whether faults can be set and time moved. */
  readonly controlled: boolean;
  /** `limits.destructive`; absent: false. */
  readonly destructive?: boolean | undefined;
  readonly target: TargetFacts;
  /** What the profile says about each; absent: nothing. */
  readonly surfaces?: Readonly<Partial<Record<SurfaceName, boolean | undefined>>> | undefined;
}

/**
 * The cases of a check's claim as data: a run takes as many of them as its budget of requests allows, and which ones
 * follows from its seed. A case is what the claim is true of: a route, a token's defect, a changed cursor.
 */
export interface Cases {
  /** What one is, in the plural, for reports: `routes`. */
  readonly of: string;
  /** All of them on this target, by name, the cheapest first. Known before the first request. */
  names(reach: Reach): readonly string[];
  /** The requirements that this one shows; absent: each of `proves`. A run that has room shows every requirement. */
  shows?(name: string): readonly RequirementId[];
}

/**
 * States that the runs of a check should reach together. A state that none reached is listed in the record
 * (`unreached`), and the claims that it shows are not exercised.
 */
export interface MustReach {
  /** The states to reach on this target; the runner tries further inputs until all were reached, within a limit. */
  states(reach: Reach): readonly string[];
  /** The states that a claim needs as evidence, on any target. */
  readonly shows?: ReadonlyMap<RequirementId, readonly string[]>;
  /** The states that one run reached. */
  reachedBy(history: History): Iterable<string>;
}

/** What members are deployed with; what is not stated stays unchanged. */
export interface DeployedContract {
  readonly rest?: RestVersion;
  readonly socket?: SocketVersion;
}

export interface CheckDefinition<Needs extends readonly Need[], Given> {
  /** Its folder below conformance/checks and its name: `idem/owner-refusal-spends-the-key`. */
  readonly id: `${string}/${string}`;
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  /** What it claims, as a sentence without a full stop. */
  readonly title: string;
  readonly needs: Needs;
  /** Principals that `drive` acts as too where the profile names them: a claim about any user is seen of several. */
  readonly others?: readonly PrincipalName[];
  /**
   * The REST contract that has the routes `drive` uses, where that is newer than what the check proves: not
   * applicable before.
   */
  readonly since?: RestVersion;
  /** The REST contract from which on the check claims nothing: not applicable from then on. */
  readonly until?: RestVersion;
  /** The trading socket's contract that it also needs: not applicable before it, or from `until` on. */
  readonly socketContract?: { readonly since?: SocketVersion; readonly until?: SocketVersion };
  /**
   * Contracts before `until`. Where the target's is not among them and a control plane can change that, every member
   * is deployed with each of them in turn, for one trial each, and `target` and the history have that contract. The
   * members are restored afterwards.
   */
  readonly deploys?: readonly [DeployedContract, ...DeployedContract[]];
  /** It judges what the whole run met (`recall`): it runs after all other checks, on each machine of a spread run. */
  readonly closes?: true;
  /**
   * The least time that it lets pass. On a real clock it starts before the other checks and runs beside them
   * (lanes.ts), and it is not exercised where that is more than --patience allows.
   */
  readonly waits?: Waiting;
  /** Absent: one case, or with `given` each run is one. */
  readonly cases?: Cases;
  /** Generates inputs; the check then runs `runs` times and a failing input is shrunk. */
  readonly given?: (fixtures: FixturesOf<Needs[number]>) => fc.Arbitrary<Given>;
  /** Default 1 without `given`, 20 with it. */
  readonly runs?: number;
  /** With fewer runs than this it shows none of its claims; default 1. A run with a small budget leaves it out then. */
  readonly leastRuns?: number;
  /**
   * Replaces `runs` on a target that others may use (one without a control plane), to limit what the check creates
   * there.
   */
  readonly sharedRuns?: number;
  /** The most orders that it leaves open at once; default 3. They are cancelled after each run. */
  readonly opens?: number;
  /**
   * What it uses up or disturbs for every check that uses one of these: none of them runs beside it. A principal whose
   * capabilities it changes, an account whose minute it spends, `algos` that it halts.
   */
  readonly holds?: readonly Need[];
  /** Whose tickets it mints most of; `trader` where absent, or where the profile does not name it. */
  readonly mintsAs?: PrincipalName;
  /**
   * `'judged'`: the judge itself considers exchanges without an answer. Default: such an exchange makes the run
   * inconclusive.
   */
  readonly unanswered?: 'judged';
  /** `'judged'`: the check is about a busy member, so its 429 and 503 are not waited out. */
  readonly busy?: 'judged';
  /** `'judged'`: the check is about reads that go back in time, so they are not repeated. */
  readonly staleReads?: 'judged';
  /**
   * A state that all runs together did not reach makes the check inconclusive instead of passed
   * (contract/properties.md).
   */
  readonly mustReach?: MustReach;
  drive(scene: Scene<Needs[number]>, given: Given): Promise<void>;
  judge(history: History, given: Given): Judgement;
}

/** How long a check waits, and what for, in words that follow "waits 61 s for". */
export interface Waiting {
  /** The least that it waits: with less patience it is not exercised. */
  readonly ms: number;
  readonly for: string;
  /** How long it will wait with this profile, for a forecast; 0: nothing says so. Absent: `ms`. */
  readonly forecastMs?: (profile: Profile) => number;
}

type OrUndefined<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] };

/** A check without its type parameters, as the runner holds it. */
export interface Check extends OrUndefined<Omit<CheckDefinition<readonly Need[], unknown>, 'id' | 'given'>> {
  readonly id: string;
  /** The file that states it, from the root of the repository; defined where it was loaded from there. */
  readonly file?: string;
  readonly given?: ((fixtures: Fixtures) => fc.Arbitrary<unknown>) | undefined;
}

/** A check from its definition. The types of `needs` decide which actors and fixtures its scene has. */
export function check<const Needs extends readonly Need[], Given = undefined>(
  definition: CheckDefinition<Needs, Given>,
): Check & { judge(history: History, given?: Given): Judgement } {
  return definition as unknown as Check & { judge(history: History, given?: Given): Judgement };
}

/** The fields of a check that every row of a record has. */
export function headOf({
  id,
  file,
  title,
  proves,
  needs,
  closes,
}: Check): Pick<CheckRow, 'id' | 'file' | 'title' | 'proves' | 'needs' | 'closes'> {
  return { id, ...(file !== undefined && { file }), title, proves, needs, ...(closes && { closes }) };
}

/** A row of a table of checks: the clause and the sentence of each check, and what else its recipe reads. */
export interface CheckOfTable {
  readonly proves: CheckDefinition<[], undefined>['proves'] | RequirementId;
  readonly title: string;
}

type Recipe<Needs extends readonly Need[], Given> = Omit<CheckDefinition<Needs, Given>, 'id' | 'proves' | 'title'>;

/**
 * Several checks that differ only by a table's row: `checks('mon', { 'leading-plus-is-refused': { proves, title, ...
 * } }, recipe)`. Keys are the names of the checks in their area; the recipe makes from a row what the check needs,
 * drives and judges.
 */
export function checks<
  const Needs extends readonly Need[],
  Name extends string,
  Row extends CheckOfTable,
  Given = undefined,
>(
  area: string,
  rows: Readonly<Record<Name, Row>>,
  recipe: (row: Row) => Recipe<Needs, Given>,
): Readonly<Record<Name, ReturnType<typeof check<Needs, Given>>>> {
  return Object.fromEntries(
    Object.entries<Row>(rows).map(([name, row]) => {
      const { proves, title } = row;
      const ids = typeof proves === 'string' ? ([proves] as const) : proves;
      return [name, check<Needs, Given>({ ...recipe(row), id: `${area}/${name}`, proves: ids, title })];
    }),
  ) as unknown as Readonly<Record<Name, ReturnType<typeof check<Needs, Given>>>>;
}
