/**
 * Makes the steps of a scenario from acts in order. A request that was not answered before the next act is a background
 * step, awaited where its answer came; a pause is a `wait`; what came unasked becomes a step where it matters (sessions.ts).
 */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { header, isOk, json } from '../../conformance/member/exchange/exchange.ts';
import { durationText } from '../format/scenario-duration.ts';
import type { Act, Arrival, RequestAct } from './acts.ts';
import { gaveUp } from './acts.ts';
import { ControlSteps } from './control-steps.ts';
import { expectationOf } from './expectation-of.ts';
import { isWriteMethod } from './methods.ts';
import type { Loop, Played } from './polling.ts';
import type { RequestKeys } from './request-keys.ts';
import { Requests } from './request-keys.ts';
import type { Rewriting } from './rewriting.ts';
import { type Made, Sessions } from './sessions.ts';
import type { StepDraft } from './step-draft.ts';
import { stepDraft } from './step-draft.ts';
import type { Head } from './traffic.ts';

/** A shorter pause between an answer and the next request is the client's own work. */
const PAUSE_MS = 1_000;
/** A pause this long is written in whole seconds, a shorter one in tenths. */
const LONG_PAUSE_MS = 10_000;

/** A step whose answer is still to come. */
interface Outstanding {
  readonly act: Act;
  readonly step: StepDraft;
  readonly answered: (step: StepDraft) => void;
}

export interface DraftingOptions {
  readonly rewriting: Rewriting;
  readonly expects: NonNullable<Head['expects']>;
  /** The recording's clock moved by `advance` alone. */
  readonly isVirtual: boolean;
  /** The ids of faults that are known to have fired. */
  readonly fired: ReadonlySet<string>;
  readonly isExact: boolean;
}

export class Drafting {
  readonly steps: StepDraft[] = [];
  readonly unmapped: string[] = [];
  readonly #rewriting: Rewriting;
  readonly #options: DraftingOptions;
  readonly #requests: Requests;
  readonly #sessions: Sessions;
  readonly #control: ControlSteps;
  #outstanding: Outstanding[] = [];
  /** When the latest thing happened that the steps tell so far. */
  #lastMs: number | undefined;

  constructor(options: DraftingOptions) {
    this.#options = options;
    this.#rewriting = options.rewriting;
    this.#requests = new Requests(options.rewriting, options.isExact);
    this.#control = new ControlSteps(options.rewriting, options.fired, options.isExact);
    this.#sessions = new Sessions(options.rewriting, this.#requests, (sentence) => this.unmapped.push(sentence));
  }

  /** @param arrivals what came unasked, in order */
  draft(played: readonly Played[], arrivals: readonly Arrival[]): void {
    let next = 0;
    for (const act of played) {
      const first = act.kind === 'loop' ? act.acts[0] : act;
      if (first === undefined) continue;
      this.#flush(first);
      for (; arrivals[next] !== undefined && (arrivals[next]?.n ?? 0) < first.n; next += 1) {
        this.#sessions.came(arrivals[next] as Arrival);
      }
      this.#hear(first);
      this.#play(act);
    }
    this.#flush(undefined);
    for (const arrival of arrivals.slice(next)) this.#sessions.came(arrival);
    this.#hear(undefined);
  }

  #play(act: Played): void {
    if (act.kind === 'control') this.#act(act);
    else if (act.kind === 'loop') this.#loop(act);
    else this.#send(act);
  }

  #send(act: Exclude<Act, { kind: 'control' }>): void {
    const made = act.kind === 'request' ? this.#ofRequest(act) : this.#sessions.step(act);
    if (made === undefined) return;
    this.#pause(act.sentAtMs);
    if (made.before !== undefined) this.steps.push(made.before);
    this.steps.push(made.step);
    this.#lastMs = act.sentAtMs;
    if (made.answered === undefined) return;
    if (!mayBeAwaited(made.step)) {
      made.answered(made.step);
      if (Number.isFinite(act.answeredAtMs)) this.#lastMs = act.answeredAtMs;
      return;
    }
    this.#outstanding.push({ act, step: made.step, answered: made.answered });
  }

  #act({ where, action, sentAtMs, answeredAtMs }: Extract<Act, { kind: 'control' }>): void {
    const mapped = this.#control.step(action);
    if (mapped === undefined) return;
    if (typeof mapped === 'string') {
      this.unmapped.push(`${where}: ${action.method} ${action.path}: ${mapped}`);
      return;
    }
    this.#pause(sentAtMs);
    this.steps.push(stepDraft(mapped));
    this.#lastMs = answeredAtMs;
  }

  #ofRequest(act: RequestAct): Made | undefined {
    const { exchange, n, where } = act;
    const keys = this.#requests.keysOf(exchange, where, (sentence) => this.unmapped.push(sentence));
    if (keys === undefined) return undefined;
    const step = stepDraft(keys.keys, !isWriteMethod(exchange.request.method) && keys.isRead);
    if (gaveUp(exchange)) return { step, answered: () => undefined };
    const answered = (judging: StepDraft) => this.#judge(judging, exchange, keys, n, where);
    return { step, answered };
  }

  /** Completes the step that has the answer. */
  #judge(step: StepDraft, e: Exchange, keys: RequestKeys, n: number, where: string, more = {}): void {
    const stated = this.#options.expects.get(n);
    if (stated !== undefined) step.expect = stated;
    else if (e.response === null) {
      step.expect = { answer: 'none' };
      if (!this.#control.addsFaults)
        this.unmapped.push(
          `${where}: no answer came (${e.failure}); the file has no fault that loses it, such as { fault: { on: { edge: answer }, drop: answer, times: 1 } }`,
        );
    } else {
      const same = keys.first === undefined ? {} : this.#sameRow(keys.first, e);
      const { status, code, ...rest } = expectationOf(e, this.#rewriting, { ...same, ...more });
      step.expect = {
        status,
        ...(code === undefined ? {} : { code }),
        ...(keys.ticket === undefined || code !== undefined ? rest : {}),
      };
    }
    if (e.response === null) return;
    const path = e.request.path.split('?')[0] ?? '';
    const isNew = isWriteMethod(e.request.method) && isOk(e);
    const tag = header(e, 'etag');
    if (tag !== undefined) this.#rewriting.known.learnTag(tag, path, step);
    this.#rewriting.known.learn(json(e), step, { isNew, path });
    this.#requests.answered(keys, e);
  }

  /** A retry that is answered with the row of the first answer says that there is one effect. */
  #sameRow(first: Exchange, e: Exchange): Readonly<Record<string, unknown>> {
    const [before, now] = [json(first), json(e)];
    if (!isOk(first) || !isOk(e) || typeof before !== 'object' || typeof now !== 'object') return {};
    const rows = [before ?? {}, now ?? {}] as Readonly<Record<string, unknown>>[];
    const id = Object.keys(rows[1] ?? {}).find(
      (name) =>
        /^[A-Za-z]*Id$/.test(name) &&
        rows[0]?.[name] === rows[1]?.[name] &&
        name !== 'accountId' &&
        name !== 'instrumentId' &&
        name !== 'clientOrderId' &&
        name !== 'userId' &&
        name !== 'credentialId',
    );
    const value = id === undefined ? undefined : rows[1]?.[id];
    if (id === undefined || (typeof value !== 'string' && typeof value !== 'number')) return {};
    const reference = this.#rewriting.known.reference(String(value), [id]);
    return reference === undefined ? {} : { [id]: reference };
  }

  #loop({ acts, last, change }: Loop): void {
    const [first] = acts;
    if (first === undefined) return;
    const keys = this.#requests.keysOf(last.exchange, first.where, (sentence) => this.unmapped.push(sentence));
    if (keys === undefined) return;
    this.#pause(first.sentAtMs);
    const tookMs = last.answeredAtMs - first.sentAtMs;
    const isRead = !isWriteMethod(last.exchange.request.method);
    const step =
      change === undefined
        ? stepDraft(Object.assign(keys.keys, { note: `Sent ${acts.length} times in a row, answered alike.` }), isRead)
        : stepDraft(Object.assign(keys.keys, { within: withinText(tookMs) }), isRead);
    this.steps.push(step);
    this.#judge(step, last.exchange, keys, last.n, last.where, change);
    this.#lastMs = change === undefined ? first.answeredAtMs : last.answeredAtMs;
  }

  /** Takes the answers that came before `act`; undefined: all that are left. */
  #flush(act: Act | undefined): void {
    const isDue = (one: Outstanding) =>
      act === undefined ||
      (one.act.kind === 'frame' && one.act.answer !== undefined
        ? one.act.answer.n < act.n
        : one.act.answeredAtMs <= act.sentAtMs);
    const due = this.#outstanding.filter(isDue).sort((a, b) => a.act.answeredAtMs - b.act.answeredAtMs);
    this.#outstanding = this.#outstanding.filter((one) => !due.includes(one));
    for (const one of due) {
      const isNext = this.steps.at(-1) === one.step;
      one.answered(isNext ? one.step : this.#awaited(one));
      if (Number.isFinite(one.act.answeredAtMs)) this.#lastMs = Math.max(this.#lastMs ?? 0, one.act.answeredAtMs);
    }
  }

  #awaited({ step, act }: Outstanding): StepDraft {
    const known = step.keys['name'] ?? this.#requests.nameOf(step.keys);
    Object.assign(step.keys, { name: known, background: true });
    const awaiting = stepDraft({ await: known }, act.kind === 'request' && step.reads);
    this.steps.push(awaiting);
    return awaiting;
  }

  #hear(act: Act | undefined): void {
    const due = this.#sessions.due(act, this.#outstanding.length === 0 ? this.#lastMs : undefined);
    for (const { step, atMs } of due) {
      const sinceMs = atMs - (this.#lastMs ?? atMs);
      Object.assign(step.keys, { within: withinText(Math.max(0, sinceMs)) });
      this.steps.push(step);
      this.#lastMs = Math.max(this.#lastMs ?? 0, atMs);
    }
  }

  #pause(atMs: number): void {
    const pausedMs = this.#options.isVirtual || this.#lastMs === undefined ? 0 : atMs - this.#lastMs;
    if (pausedMs < PAUSE_MS) return;
    const unitMs = pausedMs < LONG_PAUSE_MS ? 100 : 1_000;
    const waitMs = Math.round(pausedMs / unitMs) * unitMs;
    this.steps.push(stepDraft({ wait: durationText(waitMs) }, true));
    this.#lastMs = atMs;
  }
}

/** Requests and ops may be steps in the background; a ticket or a socket is there before the next step. */
function mayBeAwaited({ keys }: StepDraft): boolean {
  return 'request' in keys || 'repeat' in keys || 'op' in keys;
}

/** Twice as long as it took, and no less than an answer may take. */
function withinText(tookMs: number): string {
  return durationText(Math.max(5_000, Math.ceil((2 * tookMs) / 1_000) * 1_000));
}
