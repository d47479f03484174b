/**
 * Plays a scenario against a target, step by step in order, and removes its faults afterwards in any case. It uses only
 * the target's profile, its HTTP interface and its control plane.
 */
import type { Actor, RequestOptions } from '../../conformance/member/actor.ts';
import type { Control, Fault, FaultRule } from '../../conformance/member/control/control.ts';
import type { Closed, Frame } from '../../conformance/member/exchange/conversation.ts';
import { type Exchange, isReplay, json } from '../../conformance/member/exchange/exchange.ts';
import { Unreached } from '../../conformance/member/sending/unreached.ts';
import type { Session } from '../../conformance/member/session.ts';
import type { Target } from '../../conformance/member/target.ts';
import { isControlStep } from '../format/control-steps.ts';
import { sendable, Unsendable } from '../format/header-values.ts';
import { fixtureValues } from '../format/needs.ts';
import { ScenarioProblem } from '../format/problem.ts';
import type { AwaitStep, FaultStep, RequestStep, Scenario, Sent, Step } from '../format/scenario.ts';
import type { MintStep, OpenStep } from '../format/socket-steps.ts';
import { substitute, Unsaved } from '../format/variables.ts';
import { ControlPlayer } from './control-player.ts';
import { exactJson } from './exact-json.ts';
import { mismatches } from './expected.ts';
import { type Played, type PlayedFault, type PlayedStep, type SocketMessage, verdictOf } from './played.ts';
import { done, type Outcome, Playing, type PlayingOptions } from './playing.ts';
import { NotCome, SocketPlayer } from './socket-player.ts';

export interface PlayOptions extends PlayingOptions {
  /** true if the world is unused: a key that is replayed the first time is then the member's failure. */
  readonly freshWorld: boolean;
  /** Once aborted, no further step begins, and the play is inconclusive. */
  readonly signal?: AbortSignal;
  /** Called when each step is done. */
  readonly onStep?: (played: PlayedStep) => void;
  /** Called before each step; false: neither it nor a later one is played. */
  readonly beforeStep?: (step: Step, state: PlayState) => Promise<boolean>;
  /** The first step that is judged; absent: 1. Those before it are played, and what they expect is not judged. */
  readonly judgeFrom?: number;
}

/** `within` sends at most about this many times, with this minimum distance. */
const MOST_TRIES = 100;
const LEAST_APART_MS = 50;

class Player {
  readonly #file: string;
  readonly #playing: Playing;
  readonly #sockets: SocketPlayer;
  readonly #control: ControlPlayer;
  readonly #options: PlayOptions;
  readonly #faults = new Map<string, { readonly step: FaultStep; readonly fault: Fault }>();
  readonly #ended: PlayedFault[] = [];
  readonly #background = new Map<string, Promise<Exchange>>();
  readonly #keys = new Set<string>();
  #actionsSeen = 0;

  constructor(scenario: Scenario, target: Target, session: Session, options: PlayOptions) {
    this.#file = scenario.file;
    this.#options = options;
    this.#playing = new Playing(target, session, fixtureValues(target.profile), options);
    this.#sockets = new SocketPlayer(this.#playing);
    this.#control = new ControlPlayer(this.#playing);
  }

  /** Closes every open socket, so that its messages are complete. */
  async closeSockets(): Promise<void> {
    await this.#sockets.closeAll();
  }

  /** Deploys the members of the scenario's world. */
  async arrange({ file, world: { members } }: Scenario): Promise<void> {
    if (members === undefined) return;
    try {
      await this.#control.arrange(members);
    } catch (thrown) {
      if (!(thrown instanceof Unreached)) throw thrown;
      throw new ScenarioProblem([{ file, line: 1, column: 1, message: `world.members: ${thrown.message}` }]);
    }
  }

  async begin(): Promise<void> {
    await this.#playing.begin();
  }

  /** What is left when every socket is closed. */
  async end(): Promise<Pick<Played, 'unread' | 'toMs'>> {
    const toMs = await this.#playing.nowMs();
    return { toMs, unread: this.#messages(toMs, toMs, true) };
  }

  state(): PlayState {
    return {
      saved: new Map([...this.#playing.saved].filter(([name]) => !/^fixtures(\.|$)/.test(name))),
      sockets: this.#sockets.openSockets(),
      control: this.#playing.session.control,
      faults: () =>
        Promise.all([...this.#faults].map(async ([name, { fault }]) => ({ name, firings: await fault.firings() }))),
      nowMs: () => this.#playing.nowMs(),
    };
  }

  async step(step: Step): Promise<PlayedStep> {
    try {
      const fromMs = await this.#playing.nowMs();
      const outcome = await this.#outcomeOrWhyNot(step);
      const toMs = await this.#playing.nowMs();
      return { step, ...outcome, fromMs, toMs, messages: this.#messages(fromMs, toMs), ...this.#actions(step) };
    } catch (thrown) {
      if (!(thrown instanceof Unreached)) throw thrown;
      // The control plane or the issuer refused: the rest of the scenario would prove nothing.
      throw new ScenarioProblem([{ file: this.#file, ...step.at, message: `step ${step.n}: ${thrown.message}` }]);
    }
  }

  /** Clock moves that a request waits by are not the step's own: each play makes those that it needs. */
  #actions(step: Step): Pick<PlayedStep, 'actions'> {
    const all = this.#playing.session.controlActions();
    const actions = all.slice(this.#actionsSeen);
    this.#actionsSeen = all.length;
    return actions.length === 0 || MEMBER_STEPS.has(step.kind) ? {} : { actions };
  }

  async #outcomeOrWhyNot(step: Step): Promise<Outcome> {
    try {
      return await this.#outcome(step);
    } catch (thrown) {
      if (!(thrown instanceof Unsaved || thrown instanceof NotCome || thrown instanceof Unsendable)) throw thrown;
      return { ...done(), verdict: 'inconclusive', why: thrown.message };
    }
  }

  #messages(fromMs: number, toMs: number, all = false): readonly SocketMessage[] {
    const timed = <M extends Frame | Closed>(message: M, stepMs: number): M => ({
      ...message,
      atMs: this.#playing.messageMs(message, stepMs),
    });
    return this.#sockets
      .messages(all)
      .map((one) =>
        'frame' in one
          ? { ...one, frame: timed(one.frame, one.frame.direction === 'sent' ? fromMs : toMs) }
          : { ...one, closed: timed(one.closed, toMs) },
      );
  }

  /** How often each fault fired, in the order of the steps. */
  async faults(): Promise<readonly PlayedFault[]> {
    for (const name of [...this.#faults.keys()]) await this.#count(name);
    return this.#ended.toSorted((a, b) => a.step.n - b.step.n);
  }

  async #outcome(step: Step): Promise<Outcome> {
    switch (step.kind) {
      case 'fault': {
        const rule = substitute(step.rule as FaultRule, this.#playing.saved);
        const fault = await this.#playing.control.fault(rule, { optional: step.fires === 0 });
        this.#faults.set(step.name, { step, fault });
        return done();
      }
      case 'clear': {
        const names = step.fault === null ? [...this.#faults.keys()] : [step.fault];
        for (const name of names) await (await this.#count(name))?.remove();
        return done(`cleared ${names.join(', ') || 'nothing'}`);
      }
      case 'release': {
        const released = await this.#playing.control.release(step.hold);
        return done(`released ${released}`);
      }
      case 'advance': {
        const { fired } = await this.#playing.control.advance(step.ms);
        const count = fired.reduce((sum, { times = 1 }) => sum + times, 0);
        return done(`${count} timer${count === 1 ? '' : 's'} fired`);
      }
      case 'wait':
        await this.#playing.session.elapse(step.ms);
        return done();
      case 'request':
        return step.background ? this.#start(step) : this.#send(step);
      case 'await': {
        if (this.#sockets.isOutstanding(step.request)) return this.#sockets.awaited(step);
        const pending = this.#background.get(step.request);
        if (pending === undefined) throw new Error(`no request '${step.request}' is outstanding`);
        const answered = await this.#playing.lateAnswer(pending);
        return this.#judged(step, [this.#playing.timed(answered)], answered.movedMs);
      }
      case 'mint': {
        const answered = await this.#playing.answerAtOnce(() => this.#sockets.mint(step));
        return this.#judged(step, [this.#playing.timed(answered)], 0);
      }
      case 'open': {
        const answered = await this.#playing.answer(() => this.#sockets.open(step));
        return this.#judged(step, [this.#playing.timed(answered)], answered.movedMs);
      }
      default:
        return isControlStep(step) ? this.#control.step(step) : this.#sockets.step(step);
    }
  }

  /** Adds its firings to the result; undefined if it is already removed. */
  async #count(name: string): Promise<Fault | undefined> {
    const entry = this.#faults.get(name);
    if (entry === undefined) return undefined;
    this.#faults.delete(name);
    this.#ended.push({ step: entry.step, firings: await entry.fault.firings() });
    return entry.fault;
  }

  #request(sent: Sent): { readonly actor: Actor; readonly options: RequestOptions } {
    const stated = substitute(sent, this.#playing.saved);
    const token = stated.bearer === undefined ? {} : { token: this.#sockets.issued(stated.bearer) };
    return { actor: this.#playing.actor(stated.as), options: { ...requestOptions(stated), ...token } };
  }

  async #start(step: RequestStep): Promise<Outcome> {
    const { actor, options } = this.#request(step.sent);
    if (options.key !== undefined) this.#keys.add(options.key);
    const send = () => {
      const pending = actor.request({ ...options, settle: false });
      // A later step awaits it; until then a rejection needs a handler.
      pending.catch(() => undefined);
      this.#background.set(step.name ?? '', pending);
      return pending;
    };
    await this.#playing.start(send);
    return done('sent, not waited for');
  }

  async #send(step: RequestStep): Promise<Outcome> {
    const { actor, options } = this.#request(step.sent);
    const firstUse = options.key !== undefined && !this.#keys.has(options.key);
    if (options.key !== undefined) this.#keys.add(options.key);
    const exchanges: Exchange[] = [];
    let movedMs = 0;
    const startMs = await this.#playing.targetMs();
    for (;;) {
      const answered = await this.#playing.answer(() => actor.request({ ...options, settle: false }));
      movedMs += answered.movedMs;
      exchanges.push(this.#playing.timed(answered));
      const outcome = this.#judged(step, exchanges, movedMs);
      const spent = firstUse && exchanges.length === 1 && isReplay(answered.answer) && !this.#options.freshWorld;
      if (spent && outcome.verdict === 'fail')
        return { ...outcome, verdict: 'inconclusive', why: spentWords(options.key) };
      if (step.withinMs === undefined || outcome.verdict === 'pass') return outcome;
      const leftMs = step.withinMs - ((await this.#playing.targetMs()) - startMs);
      if (leftMs <= 0) return outcome;
      await this.#playing.session.elapse(
        Math.min(leftMs, Math.max(LEAST_APART_MS, Math.ceil(step.withinMs / MOST_TRIES))),
      );
    }
  }

  /** Compares the last of `exchanges` with the step's expectation, and saves its values. */
  #judged(
    step: RequestStep | AwaitStep | MintStep | OpenStep,
    exchanges: readonly Exchange[],
    movedMs: number,
  ): Outcome {
    const e = exchanges.at(-1);
    if (e === undefined) throw new Error('nothing was sent');
    const rest = { exchanges, movedMs, mismatches: [] };
    if (e.response === null) {
      if (step.expect?.answer === 'none' && e.failure !== 'timeout') return { ...rest, verdict: 'pass' };
      const why = `no answer came (${e.failure}), so the outcome is unknown`;
      return step.expect === undefined
        ? { ...rest, verdict: 'done', happened: why }
        : { ...rest, verdict: 'inconclusive', why };
    }
    const unsaved = this.#playing.save(step.save, json(e), e);
    const wanted = substitute(step.expect ?? {}, this.#playing.saved);
    const found = mismatches(wanted, e, step.placeOf);
    if (found.length > 0) return { ...rest, verdict: 'fail', mismatches: found, wanted: { body: wanted.body } };
    if (unsaved !== undefined) return { ...rest, verdict: 'inconclusive', why: unsaved };
    return { ...rest, verdict: step.expect === undefined ? 'done' : 'pass' };
  }
}

function spentWords(key: string | undefined): string {
  return `the key '${key}' was spent on this target before the scenario used it: play it with --reset, or in the sandbox`;
}

/** Steps that send to the member, or read what it sends. */
const MEMBER_STEPS: ReadonlySet<Step['kind']> = new Set([
  ...(['request', 'await', 'mint', 'open', 'op', 'send', 'hear', 'close'] as const),
]);

/** The state of a play between two steps, for someone who looks at it. */
export interface PlayState {
  /** Values that steps have saved, without the fixtures. */
  readonly saved: ReadonlyMap<string, unknown>;
  readonly sockets: readonly { readonly name: string; readonly unread: number }[];
  /** undefined: the target has no control plane. */
  readonly control: Control | undefined;
  /** The faults of the scenario that are set. */
  faults(): Promise<readonly { readonly name: string; readonly firings: number }[]>;
  /** Milliseconds since the play began. */
  nowMs(): Promise<number>;
}

/** Plays all steps. Its needs (needs.ts) must be met. Throws ScenarioProblem if the control plane refuses a step. */
export async function play(scenario: Scenario, target: Target, options: PlayOptions): Promise<Played> {
  const session = target.session();
  const player = new Player(scenario, target, session, options);
  const { judgeFrom = 1 } = options;
  try {
    await player.arrange(scenario);
    await player.begin();
    const steps: PlayedStep[] = [];
    const notJudged: PlayedStep[] = [];
    let stopped = 'interrupted';
    for (const step of scenario.steps) {
      if (options.signal?.aborted) break;
      if (step.n >= judgeFrom && (await options.beforeStep?.(step, player.state())) === false) {
        stopped = 'stopped';
        break;
      }
      const played = await player.step(step);
      if (step.n < judgeFrom) {
        notJudged.push(played);
        steps.push({ ...played, verdict: 'done' });
        continue;
      }
      steps.push(played);
      options.onStep?.(played);
    }
    await player.closeSockets();
    const { unread, toMs } = await player.end();
    const faults = await player.faults();
    const result = { scenario, steps, faults, unread, toMs, notJudged, clock: target.clockMode };
    const cut = scenario.steps[steps.length];
    if (cut !== undefined) {
      const reason = `${stopped} before step ${cut.n} (line ${cut.at.line})`;
      return { ...result, verdict: 'inconclusive', reason };
    }
    return { ...result, ...verdictOf(steps, faults) };
  } finally {
    await session.finish();
  }
}

/** `sent` with its references replaced. A Content-Type among the headers replaces the client's own. */
function requestOptions({ method, path, key, query, headers, body }: Sent): RequestOptions {
  const isContentType = (name: string) => name.toLowerCase() === 'content-type';
  const lines = sendable(Object.entries(headers));
  if (key !== undefined) sendable([['Idempotency-Key', String(key)]]);
  const contentType = lines.find(([name]) => isContentType(name))?.[1];
  return {
    method,
    path: String(path),
    ...(key === undefined ? {} : { key: String(key) }),
    ...(query === undefined ? {} : { query }),
    headers: lines.filter(([name]) => !isContentType(name)),
    ...(contentType === undefined ? {} : { contentType }),
    ...(body === undefined ? {} : 'text' in body ? { rawBody: body.text } : { body: exactJson(body.json) }),
  };
}
