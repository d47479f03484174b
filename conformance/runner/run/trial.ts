/** One run of a check: a session, its `drive`, and the judgement of what was recorded. */
import type { ControlAction } from '../../member/control/control-action.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import type { Note } from '../../member/exchange/note.ts';
import { restingOrder } from '../../member/exchange/order.ts';
import { PRINCIPAL_NAMES } from '../../member/profile/principals.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { HeldBack, NotSent } from '../../member/sending/not-sent.ts';
import { Unreached } from '../../member/sending/unreached.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';
import type { ExpiredToken } from '../../member/tokens/token-expiry.ts';
import type { Check, DeployedContract, Need, Scene } from '../check.ts';
import { excused, unlessExpired } from '../excuses/excused.ts';
import { namingTheRefusal, refusalInWords } from '../excuses/refusal-in-words.ts';
import { serverErrorRows, serverErrors, withServerErrors } from '../excuses/server-errors.ts';
import { assumedBody } from '../excuses/unless-assumed.ts';
import { foreignAmong, inSight } from '../excuses/unless-foreign.ts';
import { History, NotRecorded } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { inconclusive, notExercised } from '../judgement.ts';
import { factsWith } from '../plan/deployed-contracts.ts';
import { minterOf } from '../plan/run-length.ts';
import type { ServerErrorRow } from '../record/run-record.ts';
import { type RefusedPlainOrders, refusedPlainOrders, unlessOrdersAreRefused } from './plain-orders.ts';

/** The suite's own fault: `drive` or `judge` threw. */
export interface Fault {
  readonly verdict: 'fault';
  readonly why: string;
}

export interface Trial {
  /** The generated input. */
  readonly given: unknown;
  readonly judgement: Judgement | Fault;
  /** Answers that no request may receive (`serverErrors`), where the check set no fault. */
  readonly serverErrors: readonly ServerErrorRow[];
  readonly exchanges: readonly Exchange[];
  readonly conversations: readonly Conversation[];
  readonly notes: readonly Note[];
  /** What the check changed through the control plane; empty for a recorded history. */
  readonly actions: readonly ControlAction[];
  /** The judge asked whether the target is held to the sandbox's own decisions. */
  readonly byDecision: boolean;
}

/** Describes an error that the target did not cause: its first line, and where in the check it was thrown. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { verdict: 'fault', why: `threw ${String(error)}` };
  const place = /(?<![\w.-])([\w.-]+\.[tj]s:\d+:\d+)/.exec(error.stack?.split('\n').slice(1).join('\n') ?? '')?.[1];
  const message = error.message.split('\n', 1)[0] ?? '';
  return { verdict: 'fault', why: place === undefined ? message : `${message} (${place})` };
}

/** What `drive` works with: actors, fixtures, keys, notes and time, for one session. */
export function sceneOf(
  check: Check,
  target: Pick<Target, 'profile' | 'facts' | 'patienceMs'>,
  session: Session,
  freshKey: () => string,
  takes: (name: string) => boolean = () => true,
): Scene<Need> {
  const fixtures = target.profile.fixtures ?? {};
  const actors = PRINCIPAL_NAMES.filter((name) => check.needs.includes(name)).map((name) => [
    name,
    session.actors.get(name),
  ]);
  return {
    ...Object.fromEntries(actors),
    anonymous: session.anonymous,
    others: (check.others ?? [])
      .filter((name) => target.profile.principals[name] !== undefined)
      .map((name) => session.actors.get(name)),
    fixtures,
    control: session.control,
    operator: session.operator,
    target: target.facts,
    freshKey,
    takes,
    order: (over = {}) => restingOrder(fixtures, over),
    elapse: (ms: number) => session.elapse(ms),
    othersDone: () => session.othersDone(),
    patienceMs: target.patienceMs,
    recall: (met) => session.recall(met),
    actorOf: ({ actor }) => PRINCIPAL_NAMES.filter((name) => name === actor).map((name) => session.actors.get(name))[0],
    note: (label: string, value: unknown) => session.note(label, value),
  } as Scene<Need>;
}

/** `seen`: the part of the history that judges see. */
function judge(
  check: Check,
  history: History,
  seen: History,
  { given, plainOrders }: Pick<Driven, 'given' | 'plainOrders'>,
  onJudged: () => void,
): Judgement | Fault {
  const waiting = seen.unanswered[0];
  if (waiting !== undefined && check.unanswered !== 'judged') {
    return inconclusive(refusalInWords(waiting));
  }
  try {
    const judgement = check.judge(seen, given);
    onJudged();
    const shown = unlessOrdersAreRefused(judgement, seen, plainOrders, (others) => judgedOrOpen(check, others, given));
    return namingTheRefusal(excused(shown, history), history.exchanges);
  } catch (error) {
    const open = inOpenHistory(error, history);
    return open === undefined ? faultOf(error) : unlessOrdersAreRefused(open, history, plainOrders, () => open);
  }
}

/** Of a part of a history: what its judge cannot do without may be missing. */
function judgedOrOpen(check: Check, history: History, given: unknown): Judgement {
  try {
    return check.judge(history, given);
  } catch (error) {
    return inconclusive(String(error));
  }
}

/** A judge reads what `drive` recorded: where an answer kept `drive` from completing, the claim is inconclusive. */
function inOpenHistory(error: unknown, history: History): Judgement | undefined {
  const foreign = foreignAmong(history);
  if (foreign !== undefined) return foreign;
  if (!(error instanceof NotRecorded)) return undefined;
  const open = inconclusive(`the check did not come so far: ${error.message}`);
  return assumedBody(open, history) ?? open;
}

async function drive(
  check: Check,
  scene: Scene<Need>,
  given: unknown,
  contract: DeployedContract | undefined,
  session: Pick<Session, 'exchanges'>,
): Promise<Judgement | Fault | undefined> {
  try {
    if (contract !== undefined) await scene.control.deploy(deploymentOf(contract));
    await check.drive(scene, given);
    return undefined;
  } catch (error) {
    // Where a request had no answer, the claim that depends on it is inconclusive.
    if (error instanceof NotSent && session.exchanges().every(({ failure }) => failure === null)) {
      const held = notExercised(error.message);
      return error instanceof HeldBack ? { ...held, kind: 'held back' } : held;
    }
    return error instanceof Unreached ? inconclusive(error.message) : faultOf(error);
  }
}

/** `drive` threw because of an answer that was not the member's. */
function unlessForeignBroke(broken: Judgement | Fault | undefined, history: History): Judgement | Fault | undefined {
  return (broken?.verdict === 'fault' ? foreignAmong(history) : undefined) ?? broken;
}

function deploymentOf({ rest, socket }: DeployedContract) {
  return { ...(rest && { version: rest }), ...(socket && { socketVersion: socket }) };
}

/**
 * Everything that one drive left for its judge: the content of a recorded history, so that it can be judged again
 * without a target.
 */
export interface Driven {
  readonly given: unknown;
  /** The facts of the target, with the contract that its members were deployed with. */
  readonly facts: TargetFacts;
  readonly exchanges: readonly Exchange[];
  readonly conversations: readonly Conversation[];
  readonly notes: readonly Note[];
  /** What ended `drive` early. */
  readonly broken?: Judgement | Fault | undefined;
  /** Whether it set faults or moved time: a check that breaks the platform on purpose cannot demand to be served. */
  readonly disturbed: boolean;
  /** Faults that were set and never fired. */
  readonly neverFired: readonly string[];
  /** Tokens that expired in the meantime. */
  readonly expired: readonly ExpiredToken[];
  /** Plain orders that the target refuses, where `drive` had orders refused and none accepted. */
  readonly plainOrders?: RefusedPlainOrders | undefined;
}

/** The facts, and whether `strict` of them was read; copying them counts as reading it. */
function watchedFacts(facts: TargetFacts): { readonly facts: TargetFacts; isStrictRead(): boolean } {
  let isRead = false;
  const watched = Object.defineProperty({ ...facts }, 'strict', {
    enumerable: true,
    get() {
      isRead = true;
      return facts.strict;
    },
  });
  return { facts: watched, isStrictRead: () => isRead };
}

/** Pure: the same for a recorded history as for one that was just driven. */
export function judgeDriven(check: Check, driven: Driven): Trial {
  const { given, facts, exchanges, conversations, notes, broken, disturbed, neverFired, expired } = driven;
  const watched = watchedFacts(facts);
  const history = new History(exchanges, watched.facts, conversations, notes);
  const visible = inSight(exchanges);
  const seen = visible === exchanges ? history : new History(visible, watched.facts, conversations, notes);
  const suspects = disturbed ? [] : exchanges;
  let byDecision = false;
  const judged = () => {
    // What excuses a judgement also reads the facts: only the check's own judge counts.
    byDecision = watched.isStrictRead();
  };
  const ended = unlessForeignBroke(broken, history);
  const isHeldBack = ended?.verdict === 'not-exercised' && ended.kind === 'held back';
  const open = ended !== undefined && !isHeldBack ? ended : judge(check, history, seen, driven, judged);
  const stated = isHeldBack && open.verdict !== 'violated' ? ended : open;
  const found =
    stated.verdict === 'inconclusive'
      ? unlessOrdersAreRefused(stated, history, driven.plainOrders, () => stated)
      : stated;
  const judgement = unlessExpired(found, check, expired);
  const whole = {
    given,
    exchanges,
    conversations,
    notes,
    actions: [],
    serverErrors: serverErrorRows(suspects),
    byDecision,
  };
  if (judgement.verdict === 'pass' && neverFired.length > 0) {
    return { judgement: inconclusive(`a fault never fired: ${neverFired.join(', ')}`), ...whole };
  }
  if (judgement.verdict === 'fault') return { judgement, ...whole };
  return { judgement: withServerErrors(judgement, serverErrors(suspects)), ...whole };
}

export interface TrialOptions {
  /** What the members are deployed with first. */
  readonly contract?: DeployedContract | undefined;
  /** The cases that this run takes; absent: all. */
  readonly takes?: ((name: string) => boolean) | undefined;
  /** How many tickets it mints; absent: not known. */
  readonly tickets?: number | undefined;
  /** Receives what was driven before it is judged. */
  readonly onDriven?: ((driven: Driven) => void) | undefined;
}

/** Drives, always removes the faults, and judges. `session` is new, and used up afterwards. */
export async function trial(
  check: Check,
  target: Target,
  session: Session,
  freshKey: () => string,
  given: unknown,
  { contract, takes, tickets, onDriven }: TrialOptions = {},
): Promise<Trial> {
  const facts = factsWith(target.facts, contract);
  if (check.needs.includes('tickets')) await session.makeRoomForTickets(tickets, minterOf(check, target.profile));
  const broken = await drive(
    check,
    sceneOf(check, { ...target, facts }, session, freshKey, takes),
    given,
    contract,
    session,
  );
  const actions = session.controlActions();
  const own = session.exchanges();
  const recalled = session.recalled();
  const exchanges = recalled.length === 0 ? own : [...own, ...recalled].sort((a, b) => a.n - b.n);
  const seen = { exchanges, conversations: session.conversations(), notes: session.notes() };
  const neverFired = await session.finish();
  const plainOrders = await refusedPlainOrders(target, seen.exchanges);
  const driven: Driven = {
    ...{ given, facts, ...seen, broken, neverFired, plainOrders },
    disturbed: session.disturbed(),
    expired: target.expiredTokens(),
  };
  onDriven?.(driven);
  return { ...judgeDriven(check, driven), actions };
}
