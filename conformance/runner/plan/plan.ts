/** Which checks run against a target, and for each other one why not. Pure. */

import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { isAtLeast, NEWEST_SOCKET } from '../../contract/versions.ts';
import { isHook } from '../../member/hooks/hook-names.ts';
import { allowanceOf, WITHOUT_DESTRUCTIVE } from '../../member/profile/allowance.ts';
import { nearest } from '../../member/profile/nearest.ts';
import { PRINCIPALS } from '../../member/profile/principals.ts';
import type { Profile, SurfaceName } from '../../member/profile/profile.ts';
import { SURFACE_NAMES } from '../../member/profile/profile.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { ClockMode } from '../../member/target.ts';
import type { Check, Need } from '../check.ts';
import type { Lack } from '../record/run-record.ts';
import { deployedContracts, mayBePast } from './deployed-contracts.ts';
import { matchesGlob } from './glob.ts';
import { disturbing, lackingHook } from './lacking-hook.ts';
import { shardsOf } from './shards.ts';

export interface Selection {
  /** Globs over check ids; an area's name alone selects the whole area. Empty: all. */
  readonly select: readonly string[];
  /** Globs like those of `select`: what they match is left out. */
  readonly exclude?: readonly string[] | undefined;
  /** Requirement ids; empty: all. */
  readonly requirements: readonly string[];
  /** The `index`-th (from 1) of `count` equal parts, the same on each machine. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined;
  readonly readOnly: boolean;
}

export interface LeftOut {
  readonly check: Check;
  readonly verdict: 'not-applicable' | 'not-exercised';
  /** At least one reason, without repetitions. */
  readonly reasons: readonly string[];
  /** All reasons in one line. */
  readonly reason: string;
  /** What the profile or the command line would have to state; none for a check that is not selected or not claimed. */
  readonly lacks: readonly Lack[];
}

export interface Plan {
  readonly run: readonly Check[];
  readonly left: readonly LeftOut[];
}

/** An invalid selection; its message is one line for a person. */
export class SelectionProblem extends Error {
  override readonly name = 'SelectionProblem';
}

/** Whether a glob or an area's name selects the check. */
export function isSelectedBy(check: Check, pattern: string): boolean {
  return matchesGlob(check.id, pattern.includes('/') || pattern.includes('*') ? pattern : `${pattern}/**`);
}

function checkSelection(checks: readonly Check[], { select, exclude = [], requirements }: Selection): void {
  const patterns = [
    ...select.map((pattern) => ['--select', pattern] as const),
    ...exclude.map((pattern) => ['--exclude', pattern] as const),
  ];
  for (const [option, pattern] of patterns) {
    if (checks.some((check) => isSelectedBy(check, pattern))) continue;
    const ids = checks.map(({ id }) => id);
    const like = nearest(pattern, [...ids, ...new Set(ids.map((id) => id.split('/', 1)[0] ?? id))]);
    const hint = like === undefined ? '`touchstone list` shows them' : `did you mean ${like}?`;
    throw new SelectionProblem(`${option} ${pattern}: no check is so named; ${hint}`);
  }
  for (const id of requirements) {
    if (isRequirementId(id)) continue;
    throw new SelectionProblem(`--requirement ${id}: there is none; \`touchstone list --requirements\` shows them`);
  }
}

function notSelected(check: Check, { select, exclude = [], requirements }: Selection): string | undefined {
  if (exclude.some((pattern) => isSelectedBy(check, pattern))) return 'not selected (--exclude)';
  if (select.length > 0 && !select.some((pattern) => isSelectedBy(check, pattern))) return 'not selected (--select)';
  if (requirements.length > 0 && !check.proves.some((id) => requirements.includes(id))) {
    return 'not selected (--requirement)';
  }
  return undefined;
}

/** Throws a SelectionProblem where a pattern or an id names nothing. */
export function selectedChecks(checks: readonly Check[], selection: Selection): readonly Check[] {
  checkSelection(checks, selection);
  return checks.filter((check) => notSelected(check, selection) === undefined);
}

/** The reason for a check that another machine runs: the merge of reports recognises it. */
export const OF_ANOTHER_SHARD = 'of another shard (--shard)';

/** Why a check is left to another shard; the shards divide the selected checks. */
function ofAnotherShard(checks: readonly Check[], selection: Selection): (check: Check) => string | undefined {
  const { shard } = selection;
  if (shard === undefined) return () => undefined;
  const shards = shardsOf(
    checks.filter((check) => notSelected(check, selection) === undefined),
    shard.count,
  );
  return ({ id, closes }) => (closes || shards.get(id) === shard.index ? undefined : OF_ANOTHER_SHARD);
}

function sinceOf({ proves, until }: Check): string {
  // A check of older contracts proves requirements of later versions for them, too.
  if (until !== undefined) return OLDEST;
  const oldest = proves.map((id) => requirement(id).since);
  return oldest.reduce((a, b) => (isAtLeast(a, b) ? b : a));
}

const OLDEST = '0.1.0';

function notClaimed(check: Check, profile: Profile, facts: TargetFacts, isDeployed: boolean): string | undefined {
  const other = isDeployed ? undefined : ofAnotherContract(check, facts);
  if (other !== undefined) return other;
  const denied = check.needs.find((need) => isSurface(need) && profile.surfaces?.[need] === false);
  return denied === undefined ? undefined : `the target has no ${denied} surface`;
}

/** WSS rows go by the socket contract's version, all others by the REST contract's. */
function ofAnotherContract(check: Check, { rest, socket }: TargetFacts): string | undefined {
  const { until, since, socketContract: own = {}, proves } = check;
  const ofSocket = socket ?? NEWEST_SOCKET;
  if (own.since !== undefined && !isAtLeast(ofSocket, own.since)) {
    return `of socket contract ${own.since} on; the target serves ${ofSocket}`;
  }
  if (own.until !== undefined && isAtLeast(ofSocket, own.until)) {
    return `of socket contracts before ${own.until}; the target serves ${ofSocket}`;
  }
  if (until !== undefined && isAtLeast(rest, until)) return `of contracts before ${until}; the target serves ${rest}`;
  if (since !== undefined && !isAtLeast(rest, since)) return `since ${since}; the target serves ${rest}`;
  const isOfSocket = proves.every((id) => id.startsWith('WSS-'));
  const version = isOfSocket ? socket : rest;
  const proved = sinceOf(check);
  if (version === undefined || isAtLeast(version, proved)) return undefined;
  return `since ${proved}; the target serves ${isOfSocket ? 'socket contract ' : ''}${version}`;
}

const SINGLE = 'members: single';

function isSurface(need: Need): need is SurfaceName {
  return (SURFACE_NAMES as readonly string[]).includes(need);
}

/** Without a key: no profile of a deployed member can state what it lacks here. */
export const ONLY_A_SANDBOX: Lack = { why: 'only a sandbox shows it: a deployed member has no control plane' };

function unless(isMet: boolean, key: string, why: string): Lack | undefined {
  return isMet ? undefined : { key, why };
}

function lacking(need: Need, profile: Profile, forbidden: Forbidden, clock: ClockMode): Lack | undefined {
  const { control, sockets, identity, principals, fixtures } = profile;
  switch (need) {
    case 'writes':
    case 'destructive':
      return forbidden[need];
    case 'control':
    case 'mint':
      return control === undefined ? ONLY_A_SANDBOX : undefined;
    case 'virtual-clock': {
      if (clock !== 'virtual' && control === undefined) return ONLY_A_SANDBOX;
      const why = `the target's clock is ${clock}, and this advances it far`;
      return unless(clock === 'virtual', 'control, of a sandbox with --clock virtual', why);
    }
    case 'single-member':
      return unless(profile.members === 'single', SINGLE, `the profile does not declare a single member (${SINGLE})`);
    case 'trading-socket': {
      const why = 'the profile names no address of the trading socket (sockets.trading)';
      return unless(sockets?.trading !== undefined, 'sockets.trading', why);
    }
    case 'market-data-socket': {
      const why = 'the profile names no address of the market data socket (sockets.marketData)';
      return unless(sockets?.marketData !== undefined, 'sockets.marketData', why);
    }
    case 'other-audience': {
      const why = 'the profile does not say how trader is issued a token of another audience (identity.otherAudience)';
      const isStated = identity?.otherAudience !== undefined && principals.trader?.clientId !== undefined;
      return unless(isStated, 'identity.otherAudience', why);
    }
    default: {
      if (isSurface(need)) return undefined;
      if (isHook(need) && control === undefined) return lackingHook(need, profile, forbidden.destructive);
      if (isHook(need)) return need === 'clock' ? lacking('virtual-clock', profile, forbidden, clock) : undefined;
      const kind = need in PRINCIPALS ? 'principal' : 'fixture';
      const stated: Readonly<Record<string, unknown>> = kind === 'principal' ? principals : (fixtures ?? {});
      return unless(stated[need] !== undefined, `${kind}s.${need}`, `the profile names no ${kind} ${need}`);
    }
  }
}

/** Why writes and destructive actions are forbidden, in words; undefined: they are allowed. */
type Forbidden = Readonly<Record<'writes' | 'destructive', Lack | undefined>>;

function forbiddenBy(profile: Profile, readOnly: boolean): Forbidden {
  const { whyNoWrites, destructive } = allowanceOf(profile);
  const why = readOnly ? '--read-only' : whyNoWrites;
  if (why !== undefined) {
    const key = readOnly ? 'without --read-only' : 'limits.writes: true';
    const lack = { key, why: `writes are off: ${why}` };
    return { writes: lack, destructive: lack };
  }
  const lasting = destructive
    ? undefined
    : { key: 'limits.destructive: true', why: `lasting changes are off: ${WITHOUT_DESTRUCTIVE}` };
  return { writes: undefined, destructive: lasting };
}

const USUAL_OPEN_ORDERS = 3;

/** The most orders that the check leaves open at once. */
export function opensOf({ opens = USUAL_OPEN_ORDERS, needs }: Pick<Check, 'opens' | 'needs'>): number {
  return needs.includes('writes') ? opens : 0;
}

/** Replacing the deployed members ends their sessions, so it counts as a reset. */
const TO_DEPLOY: readonly Need[] = ['control', 'destructive'];

function notExercised(
  check: Check,
  profile: Profile,
  forbidden: Forbidden,
  clock: ClockMode,
  isDeployed: boolean,
): readonly Lack[] {
  const needs = isDeployed ? [...check.needs, ...TO_DEPLOY] : check.needs;
  const lacks = needs.map((need) => lacking(need, profile, forbidden, clock)).filter((lack) => lack !== undefined);
  if (mayBePast(check, profile) && !isDeployed) {
    const why = `it is of older contracts, and one of several members may be newer: the profile does not declare ${SINGLE}`;
    lacks.push({ key: SINGLE, why });
  }
  const most = profile.limits?.openOrders;
  const opens = opensOf(check);
  if (most !== undefined && opens > most) {
    const why = `it may leave ${opens} orders open and limits.openOrders is ${most}`;
    lacks.push({ key: `limits.openOrders: ${opens}`, why });
  }
  return [...new Map(lacks.map((lack) => [lack.why, lack])).values()];
}

function tooLong({ waits }: Check, patienceMs: number): readonly Lack[] {
  if (waits === undefined || waits.ms <= patienceMs) return [];
  const key = `--patience ${Math.ceil(waits.ms / 1000)}s`;
  return [{ key, why: `needs ${key}: it waits for ${waits.for}` }];
}

/** Throws a SelectionProblem where a pattern or an id names nothing. */
export function plan(
  checks: readonly Check[],
  selection: Selection,
  profile: Profile,
  facts: TargetFacts,
  clock: ClockMode,
  patienceMs = Number.POSITIVE_INFINITY,
): Plan {
  checkSelection(checks, selection);
  const isElsewhere = ofAnotherShard(checks, selection);
  const forbidden = forbiddenBy(profile, selection.readOnly);
  const run: Check[] = [];
  const left: LeftOut[] = [];
  for (const check of checks) {
    const isDeployed = deployedContracts(check, { profile, facts }).length > 0;
    const other = notSelected(check, selection) ?? isElsewhere(check);
    const unclaimed = other === undefined ? notClaimed(check, profile, facts, isDeployed) : undefined;
    const whole = other ?? unclaimed;
    const lacks =
      whole === undefined
        ? [
            ...notExercised(check, profile, forbidden, clock, isDeployed),
            ...disturbing(check, profile, selection.shard?.count),
            ...tooLong(check, patienceMs),
          ]
        : [];
    const reasons = whole === undefined ? lacks.map(({ why }) => why) : [whole];
    const verdict = unclaimed === undefined ? 'not-exercised' : 'not-applicable';
    if (reasons.length === 0) run.push(check);
    else left.push({ check, verdict, reasons, reason: reasons.join('; '), lacks });
  }
  return { run, left };
}
