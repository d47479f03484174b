/**
 * Steps of sockets. An event gets a hear step if it matters: the events of the session itself, an event right before the
 * client's next action, and one that brought an id which the client then used. Fills and quotes besides are left out.
 * A hear step takes the first event of its kind, so those of the kind before it get hear steps as well.
 */

import { type Conversation, eventKind, frameAt, frameJson } from '../../conformance/member/exchange/conversation.ts';
import { decoded } from '../../conformance/member/exchange/decoded.ts';
import { sentHeader } from '../../conformance/member/exchange/exchange.ts';
import { FRAME_NAMES } from '../../conformance/member/exchange/frame-names.ts';
import { NO_VALUE } from '../../conformance/member/exchange/secret-names.ts';
import type { Act, Arrival, CloseAct, FrameAct, OpenAct } from './acts.ts';
import { escaped } from './escaped.ts';
import { expectationOf, replyExpectation } from './expectation-of.ts';
import { jsonOf } from './json-text.ts';
import { ALL_SECRET } from './made-up-material.ts';
import { actorOf, mintedToken, type Requests } from './request-keys.ts';
import type { Rewriting } from './rewriting.ts';
import { type StepDraft, stepDraft } from './step-draft.ts';

/** Of the session itself: they always get a hear step. */
const OF_THE_SESSION = ['sessionOpened', 'sessionExpiring', 'sessionClosing'];
/** An action this long after an event is not because of it. */
const REACTION_MS = 2_000;
/** With more events of a kind before the one that matters, none gets a hear step. */
const MOST_HEARD = 10;
/** Printable ASCII that is sent as it is (Trading WebSocket). */
const REQ_ID = /^[\x20-\x7e]{1,64}$/;
const TOKEN_OF = /^<(?:minted )?token (?:sent )?(?:[0-9]+ )?of ([A-Za-z]+)>$/;

interface Session {
  readonly name: string;
  /** Arrivals without a hear step, in order. */
  unheard: Arrival[];
  /** Used reqIds: a reqId identifies an answer. */
  readonly reqIds: Set<string>;
  ended: boolean;
}

/** What one act becomes. */
export interface Made {
  /** A step that the file needs before this one. */
  readonly before?: StepDraft;
  readonly step: StepDraft;
  readonly answered?: (step: StepDraft) => void;
}

/** The sessions of one scenario. */
export class Sessions {
  readonly #rewriting: Rewriting;
  readonly #requests: Requests;
  readonly #say: (sentence: string) => void;
  /** By the `n` of the conversation. */
  readonly #sessions = new Map<number, Session>();
  #latest: Arrival | undefined;

  constructor(rewriting: Rewriting, requests: Requests, say: (sentence: string) => void) {
    this.#rewriting = rewriting;
    this.#requests = requests;
    this.#say = say;
  }

  step(act: OpenAct | FrameAct | CloseAct): Made | undefined {
    if (act.kind === 'open') return this.#open(act);
    const session = this.#sessions.get(act.conversation.n);
    if (session === undefined) return undefined;
    if (act.kind === 'close') return session.ended ? undefined : { step: stepDraft({ close: session.name }) };
    return this.#frame(act, session);
  }

  came(arrival: Arrival): void {
    this.#sessions.get(arrival.conversation.n)?.unheard.push(arrival);
    if (arrival.frame !== undefined) this.#latest = arrival;
  }

  /**
   * The hear steps before `act`; undefined: at the end. `sinceMs`: the latest answer; undefined: one is still
   * outstanding, so an event is no answer to what the client did last.
   */
  due(
    act: Act | undefined,
    sinceMs: number | undefined,
  ): readonly { readonly step: StepDraft; readonly atMs: number }[] {
    const used =
      act === undefined
        ? undefined
        : textsOf(act).filter((text) => text.length > 5 && !this.#rewriting.known.has(text));
    const prompt =
      act !== undefined && act.kind !== 'control' && sinceMs !== undefined ? this.#promptOf(act, sinceMs) : undefined;
    const due = [...this.#sessions.values()].flatMap((session) => this.#due(session, used ?? [], prompt));
    this.#latest = undefined;
    return due.toSorted((a, b) => a.n - b.n).map((arrival) => ({ step: this.#hear(arrival), atMs: arrival.atMs }));
  }

  /** The event that the client may have acted on: nothing came after it. */
  #promptOf(act: Act, sinceMs: number): Arrival | undefined {
    const latest = this.#latest;
    if (latest?.frame === undefined || latest.conversation.socket === 'marketData') return undefined;
    return latest.atMs >= sinceMs && act.sentAtMs - latest.atMs <= REACTION_MS ? latest : undefined;
  }

  #due(session: Session, used: readonly string[], prompt: Arrival | undefined): readonly Arrival[] {
    const matters = ({ frame, closed }: Arrival) =>
      closed !== undefined ||
      (frame !== undefined &&
        (OF_THE_SESSION.includes(eventKind(frame) ?? '') ||
          eventKind(frame) === undefined ||
          used.some((text) => frame.text?.includes(`"${text}"`))));
    const wanted = session.unheard.filter((arrival) => arrival === prompt || matters(arrival));
    const due = new Set<Arrival>();
    for (const arrival of wanted) {
      const kind = arrival.frame === undefined ? undefined : eventKind(arrival.frame);
      const isAnyFrame = arrival.frame !== undefined && kind === undefined;
      const before = session.unheard.filter(
        (one) =>
          one.n <= arrival.n &&
          one.frame !== undefined &&
          (isAnyFrame || (kind !== undefined && eventKind(one.frame) === kind)),
      );
      if (before.length > MOST_HEARD) {
        this.#say(
          `frame ${arrival.n} of ${session.name}: ${before.length - 1} events of its kind came before it, so it has no hear step`,
        );
        continue;
      }
      for (const one of before) due.add(one);
      due.add(arrival);
    }
    session.unheard = session.unheard.filter((one) => !due.has(one));
    return [...due];
  }

  #hear({ conversation, frame, closed }: Arrival): StepDraft {
    const session = this.#sessions.get(conversation.n);
    const step = stepDraft({ hear: session?.name ?? '' }, true);
    if (frame === undefined) {
      if (session !== undefined) session.ended = true;
      step.expect = { closed: closed !== undefined && closed.code >= 1000 && closed.code <= 4999 ? closed.code : true };
      return step;
    }
    const kind = eventKind(frame);
    const known: readonly string[] = FRAME_NAMES[conversation.socket].events;
    const body = frameJson(frame);
    if (kind !== undefined && known.includes(kind)) {
      Object.assign(step.keys, { event: kind });
      const clientOrderId = frameAt(frame, 'data', 'clientOrderId');
      const named = typeof clientOrderId === 'string' ? this.#rewriting.key(clientOrderId) : undefined;
      step.expect = { frame: named === undefined ? { event: kind } : { data: { clientOrderId: named } } };
    } else step.expect = { frame: body === undefined ? { $present: true } : { ...replyFrame(body) } };
    this.#rewriting.known.learn(body, step, { isNew: true, path: '' });
    return step;
  }

  #open({ conversation, n, where }: OpenAct): Made {
    const { socket, actor, request } = conversation;
    const name = this.#requests.fresh(socket === 'trading' ? 'session' : 'market');
    this.#sessions.set(n, { name, unheard: [], reqIds: new Set(), ended: false });
    const origin = sentHeader(conversation, 'origin');
    const rest = origin === undefined ? {} : { origin: escaped(this.#rewriting.clean(origin)) };
    const answered = (step: StepDraft) => this.#opened(step, conversation, where);
    if (socket === 'marketData') return { step: stepDraft({ open: name, socket: 'market-data', ...rest }), answered };
    const ticket = /[?&]ticket=([^&]*)/.exec(request.path)?.[1];
    const isBearer = sentHeader(conversation, 'authorization') !== undefined;
    const issued = mintedToken(sentHeader(conversation, 'authorization') ?? '');
    const credential = issued === undefined ? { as: isBearer ? actorOf(actor) : 'anonymous' } : { bearer: issued };
    if (ticket === undefined) return { step: stepDraft({ open: name, ...credential, ...rest }), answered };
    if (NO_VALUE.test(ticket)) {
      const own = isBearer || issued !== undefined ? credential : { as: 'anonymous' };
      return { step: stepDraft({ open: name, ...own, query: { ticket: decoded(ticket) }, ...rest }), answered };
    }
    const minted = this.#requests.ticketNamed(ticket) ?? this.#requests.ticketNamed(decoded(ticket));
    const known = isBearer ? { as: actorOf(actor) } : {};
    if (minted !== undefined) return { step: stepDraft({ open: name, ...known, ticket: minted, ...rest }), answered };
    const fresh = this.#requests.fresh('ticket');
    this.#say(`${where}: its ticket was minted elsewhere, so the file mints one before`);
    const before = stepDraft({ mint: fresh, as: actorOf(actor) });
    before.expect = { status: 200 };
    return { before, step: stepDraft({ open: name, ...known, ticket: fresh, ...rest }), answered };
  }

  #opened(step: StepDraft, conversation: Conversation, where: string): void {
    if (conversation.response === null) {
      this.#say(`${where}: the handshake was not answered (${conversation.failure})`);
      step.expect = { answer: 'none' };
      return;
    }
    const { status, code } = expectationOf(conversation, this.#rewriting);
    step.expect = { status, ...(code === undefined ? {} : { code }) };
  }

  #frame(act: FrameAct, session: Session): Made | undefined {
    const { frame, answer, where } = act;
    const keys = this.#op(act, session);
    if (keys === undefined) {
      if (frame.text === null) {
        this.#say(`${where}: a binary frame has no step`);
        return undefined;
      }
      const body = jsonOf(frame.text);
      const content =
        body === undefined
          ? { text: escaped(this.#rewriting.clean(frame.text)) }
          : { frame: this.#rewriting.value(body) };
      return { step: stepDraft({ send: session.name, ...content }) };
    }
    const isLost = answer === undefined && act.conversation.closed?.by === 'target';
    const answered = (step: StepDraft) => {
      const body = answer === undefined ? undefined : frameJson(answer);
      if (body === undefined) {
        if (isLost) step.expect = { answer: 'none' };
        return;
      }
      step.expect = replyExpectation(body);
      this.#rewriting.known.learn(body, step, { isNew: true, path: '' });
    };
    return { step: stepDraft(keys), answered };
  }

  /** undefined: the frame is no op that a step can send and be answered. */
  #op({ frame, where }: FrameAct, session: Session): Record<string, unknown> | undefined {
    const { op, reqId, params = {}, ...others } = objectOf(jsonOf(frame.text));
    if (typeof op !== 'string' || op === '' || typeof reqId !== 'string' || !REQ_ID.test(reqId)) return undefined;
    if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
    if (Object.keys(others).length > 0 || session.reqIds.has(reqId)) return undefined;
    session.reqIds.add(reqId);
    const { token, ...stated } = params as Readonly<Record<string, unknown>>;
    const as = typeof token === 'string' ? TOKEN_OF.exec(token)?.[1] : undefined;
    const issued = typeof token === 'string' ? mintedToken(token) : undefined;
    const isUnknownToken = token !== undefined && as === undefined && issued === undefined;
    if (isUnknownToken)
      this.#say(`${where}: the token of op ${op} is of no known principal, so the step sends a made-up one`);
    const written = this.#rewriting.value(
      isUnknownToken ? params : stated,
      /^\s*auth/i.test(op) ? ALL_SECRET : [],
    ) as Record<string, unknown>;
    return {
      op: this.#rewriting.clean(op),
      on: session.name,
      ...(issued !== undefined ? { bearer: issued } : as === undefined ? {} : { as: actorOf(as) }),
      ...(Object.keys(written).length === 0 ? {} : { params: written }),
    };
  }
}

function replyFrame(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { op, success, code } = body;
  const known = Object.entries({ op, success, code }).filter(([, value]) => value !== undefined);
  return known.length === 0 ? { $present: true } : Object.fromEntries(known);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Every text and number that an act sends, as text: ids of earlier answers and keys are among them. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

function textsOf(act: Act): readonly string[] {
  if (act.kind === 'frame') return leaves(jsonOf(act.frame.text));
  if (act.kind !== 'request') return [];
  const { path, body } = act.exchange.request;
  return [...path.split(/[/?&=]/).map(decoded), ...leaves(jsonOf(body))];
}
