/**
 * A check is a value: what it proves, what it needs, how to drive the target, how to judge what was recorded. `drive`
 * does I/O and asserts nothing; `judge` is a pure function of the history, so it is tested on hand-written ones.
 */
import type fc from 'fast-check';
import type { Actor } from '../client/actor.ts';
import type { Control } from '../client/control.ts';
import type { OrderBody } from '../client/order.ts';
import type { PrincipalName } from '../client/principals.ts';
import type { FixtureName, Fixtures, SurfaceName } from '../client/profile.ts';
import type { TargetFacts } from '../client/target-facts.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { SocketVersion } from '../contract/socket-versions.ts';
import type { RestVersion } from '../contract/versions.ts';
import type { History } from './history.ts';
import type { Judgement } from './judgement.ts';

/**
 * What a check cannot do without. A principal, a fixture and `control` are looked up in the profile; `writes` is let
 * go under --read-only or `limits.writes: false`; `destructive` is a reset of the world or the like; `mint` is a token
 * made to measure (a control plane with an issuer); `virtual-clock` is one that moves only when told (for a check that
 * advances more than a few seconds); `single-member` is asked of the profile; a surface that the profile
 * denies makes the check not applicable. `trading-socket` and `market-data-socket` are addresses that the profile states
 * (`sockets`): the interface shows neither.
 *
 * A shared target must not fill up. Orders are cancelled by the runner; what can be withdrawn, retired or deleted the check
 * itself ends in `drive`, and what it changed it puts back. A row that nothing takes away (a user, a portfolio, an account,
 * an address, an organisation) is one of the suite's own that every run takes again (`target/standing-row.ts`); a check
 * that makes a new one each time needs `destructive`.
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
  | 'market-data-socket';

/** The fixtures, those that the check needs certainly there. */
export type FixturesOf<N extends Need> = Fixtures & {
  readonly [F in Extract<N, FixtureName>]-?: NonNullable<Fixtures[F]>;
};

interface Stage<N extends Need> {
  /** Sends no Authorization header. */
  readonly anonymous: Actor;
  readonly fixtures: FixturesOf<N>;
  readonly control: 'control' extends N ? Control : 'mint' extends N ? Control : Control | undefined;
  readonly target: TargetFacts;
  /** 8 to 36 of [A-Za-z0-9-] (decision A19), never given before to this target. */
  freshKey(): string;
  /** An order that rests, of the fixtures account and instrument; see `restingOrder`. */
  order(over?: OrderBody): OrderBody;
  /** Lets this much of the target's time pass: advances a virtual clock, sleeps otherwise. */
  elapse(ms: number): Promise<void>;
  /** How long `drive` may let time pass, in milliseconds of the target's; infinite on a clock that moves when told. */
  readonly patienceMs: number;
  /** Records, for the judge, what is seen that is no answer: `note('now', (await control.clock()).nowNs)`. No secrets. */
  note(label: string, value: unknown): void;
}

/** What `drive` has in hand: an actor a needed principal, and the rest. */
export type Scene<N extends Need = never> = Stage<N> & { readonly [P in Extract<N, PrincipalName>]: Actor };

/** What a target can show: some states are out of its reach. */
export interface Reach {
  readonly fixtures: Fixtures;
  /** Faults can be set and time moved. */
  readonly controlled: boolean;
  readonly target: TargetFacts;
  /** What the profile says of each; absent: nothing. */
  readonly surfaces?: Readonly<Partial<Record<SurfaceName, boolean | undefined>>> | undefined;
}

/**
 * States that the runs of a check together should come to. One that none came to is told in the record (`unreached`), and
 * the claims that it shows are not exercised: what did not come about proves nothing.
 */
export interface MustReach {
  /** Those that are to be looked for on this target; the runner tries further inputs until all were reached, within a bound. */
  states(reach: Reach): readonly string[];
  /** The states without which a claim is not shown, on any target. */
  readonly shows?: ReadonlyMap<RequirementId, readonly string[]>;
  /** Those that one run came to. */
  reachedBy(history: History): Iterable<string>;
}

/** What members are deployed with; what is not stated stays as it is. */
export interface DeployedContract {
  readonly rest?: RestVersion;
  readonly socket?: SocketVersion;
}

export interface CheckDefinition<Needs extends readonly Need[], Given> {
  /** Its folder below conformance/checks, and its name: `idem/owner-refusal-spends-the-key`. */
  readonly id: `${string}/${string}`;
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  /** What holds, as a sentence without a full stop. */
  readonly title: string;
  readonly needs: Needs;
  /** The REST contract whose routes `drive` asks for, where that is newer than what the check proves: not applicable before. */
  readonly since?: RestVersion;
  /** The REST contract from which on it says nothing: not applicable then. */
  readonly until?: RestVersion;
  /** The trading socket's contract that it needs besides: not applicable before, or from `until` on. */
  readonly socketContract?: { readonly since?: SocketVersion; readonly until?: SocketVersion };
  /**
   * Contracts before `until`. Where the target's is not and a control plane can change that, every member is deployed with
   * each of them in turn, one trial each, and `target` and the history are of that contract; the members come back after it.
   */
  readonly deploys?: readonly [DeployedContract, ...DeployedContract[]];
  /**
   * It lets so much time pass, at the least. On a clock that runs it is started before the others and beside them
   * (waiting-checks.ts), and not exercised where that is more than --patience allows.
   */
  readonly waits?: Waiting;
  /** Generated inputs; the check is then run `runs` times and a failing input is shrunk. */
  readonly given?: (fixtures: FixturesOf<Needs[number]>) => fc.Arbitrary<Given>;
  /** Default 1 without `given`, 20 with it. */
  readonly runs?: number;
  /** Instead of `runs`, on a target that others may use (it has no control plane): what the check makes there is bounded. */
  readonly sharedRuns?: number;
  /** The most orders it leaves open at once; default 3. They are cancelled after each run. */
  readonly opens?: number;
  /** `'judged'`: the judge itself weighs exchanges without an answer. Default: one makes the run inconclusive. */
  readonly unanswered?: 'judged';
  /** `'judged'`: the check is about a member that is busy, so its 429 and 503 are not waited out. */
  readonly busy?: 'judged';
  /** `'judged'`: the check is about reads that go back in time, so they are not repeated. */
  readonly staleReads?: 'judged';
  /** Not reached in all runs together: inconclusive instead of passed (contract/properties.md). */
  readonly mustReach?: MustReach;
  drive(scene: Scene<Needs[number]>, given: Given): Promise<void>;
  judge(history: History, given: Given): Judgement;
}

/** How long a check waits, and what for, as words that follow "waits 61 s for". */
export interface Waiting {
  readonly ms: number;
  readonly for: string;
}

/** A check with its types forgotten, as the runner holds it. */
export interface Check {
  readonly id: string;
  /** The file that states it, from the root of the repository; known where it was loaded from there. */
  readonly file?: string;
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  readonly title: string;
  readonly needs: readonly Need[];
  readonly since?: RestVersion | undefined;
  readonly until?: RestVersion | undefined;
  readonly socketContract?: { readonly since?: SocketVersion; readonly until?: SocketVersion } | undefined;
  readonly deploys?: readonly [DeployedContract, ...DeployedContract[]] | undefined;
  readonly waits?: Waiting | undefined;
  readonly given?: ((fixtures: Fixtures) => fc.Arbitrary<unknown>) | undefined;
  readonly runs?: number | undefined;
  readonly sharedRuns?: number | undefined;
  readonly opens?: number | undefined;
  readonly unanswered?: 'judged' | undefined;
  readonly busy?: 'judged' | undefined;
  readonly staleReads?: 'judged' | undefined;
  readonly mustReach?: MustReach | undefined;
  drive(scene: Scene<Need>, given: unknown): Promise<void>;
  judge(history: History, given: unknown): Judgement;
}

export function check<const Needs extends readonly Need[], Given = undefined>(
  definition: CheckDefinition<Needs, Given>,
): Check & { judge(history: History, given?: Given): Judgement } {
  return definition as unknown as Check & { judge(history: History, given?: Given): Judgement };
}

/** What a row of a record says of a check, whatever came of it. */
export function headOf({ id, file, title, proves }: Check): Pick<Check, 'id' | 'title' | 'proves'> & { file?: string } {
  return { id, ...(file !== undefined && { file }), title, proves };
}

/** What a row of a table of checks says of each: its clause and its sentence, and what else its recipe reads. */
export interface CheckOfTable {
  readonly proves: CheckDefinition<[], undefined>['proves'] | RequirementId;
  readonly title: string;
}

type Recipe<Needs extends readonly Need[], Given> = Omit<CheckDefinition<Needs, Given>, 'id' | 'proves' | 'title'>;

/**
 * Several checks that differ in a table's row alone: `checks('mon', { 'leading-plus-is-refused': { proves, title, ... } }, recipe)`.
 * Keys are the names of the checks within their area; the recipe makes of a row what the check needs, drives and judges.
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
