/** The socket steps of a play: opens, sends, receives and closes by the scenario's names. */
import type { Closed, Frame } from '../../conformance/member/exchange/conversation.ts';
import { eventKind, frameJson } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import type { OpenSocket } from '../../conformance/member/sending/open-socket.ts';
import type { AwaitStep } from '../format/scenario.ts';
import type {
  Bearer,
  CloseStep,
  HearStep,
  IssueStep,
  MintStep,
  OpenStep,
  OpStep,
  SendStep,
} from '../format/socket-steps.ts';
import { substitute } from '../format/variables.ts';
import { exactJson } from './exact-json.ts';
import type { Mismatch } from './expected.ts';
import { replyMismatches, shown, valueMismatches } from './expected.ts';
import type { SocketMessage } from './played.ts';
import type { Outcome, Playing } from './playing.ts';
import { done } from './playing.ts';

/** Real time in which a frame that the target has already sent arrives. */
const ON_ITS_WAY_MS = 50;
/** The same for a frame that is still to be sent: after this long it does not come. */
const PATIENCE_MS = 2_000;
/** `within` looks at most about this many times, with this minimum distance. */
const MOST_LOOKS = 100;
const LEAST_APART_MS = 50;

interface Named {
  readonly socket: OpenSocket;
  /** The ops of the scenario: hear steps never take their answers. */
  readonly reqIds: Set<string>;
  /** `n` of the last frame that a step has read, and of the last ones that `messages` has returned. */
  readNo: number;
  returnedNo: { sent: number; received: number };
  /** A step has closed it or waited for its close, which `messages` then returns once. */
  close: 'unread' | 'read' | 'returned';
}

/** The result of waiting: a frame, the close, or neither. */
interface Came {
  readonly frame?: Frame;
  readonly closed?: Closed;
}

const closedWords = ({ code }: Closed) => `closed with ${code}`;

function judgedBy(
  mismatches: readonly Mismatch[],
  expects: boolean,
  received: string | undefined,
  frame?: unknown,
): Outcome {
  const verdict = mismatches.length > 0 ? 'fail' : expects ? 'pass' : 'done';
  return {
    ...done(),
    verdict,
    mismatches,
    ...(received === undefined ? {} : { received }),
    ...(frame === undefined ? {} : { wanted: { frame } }),
  };
}

/** An earlier step failed, so this step would do something else. */
export class NotCome extends Error {
  override readonly name = 'NotCome';
}

/** Plays the socket steps of one scenario. */
export class SocketPlayer {
  readonly #playing: Playing;
  readonly #sockets = new Map<string, Named>();
  /** In order of opening; a name may be used again. */
  readonly #opening: { readonly name: string; readonly named: Named }[] = [];
  readonly #tickets = new Map<string, string>();
  readonly #tokens = new Map<string, string>();
  readonly #outstanding = new Map<string, { readonly reply: Promise<Came> }>();

  constructor(playing: Playing) {
    this.#playing = playing;
  }

  /** The token of an issue step. Throws NotCome where the step came to nothing. */
  issued(name: string): string {
    return this.#known(this.#tokens, name);
  }

  isOutstanding(name: string): boolean {
    return this.#outstanding.has(name);
  }

  async closeAll(): Promise<void> {
    for (const { socket } of this.#sockets.values()) await socket.close();
  }

  /** What the step before has sent and read, each message once. `all`: also what no step read. */
  messages(all = false): readonly SocketMessage[] {
    return this.#opening.flatMap(({ name, named }) => {
      const { frames, closed } = named.socket.conversation();
      const { returnedNo, readNo } = named;
      const sent = frames.filter(({ direction, n }) => direction === 'sent' && n > returnedNo.sent);
      const read = frames.filter(
        ({ direction, n }) => direction === 'received' && n > returnedNo.received && (all || n <= readNo),
      );
      returnedNo.sent = sent.at(-1)?.n ?? returnedNo.sent;
      returnedNo.received = read.at(-1)?.n ?? returnedNo.received;
      const isToReturn = named.close === 'read' || (all && named.close === 'unread' && closed?.by === 'target');
      if (isToReturn) named.close = 'returned';
      return [
        ...[...sent, ...read].map((frame) => ({ socket: name, frame })),
        ...(isToReturn && closed !== null ? [{ socket: name, closed }] : []),
      ];
    });
  }

  /** The sockets that are open, and how many frames each has received that no step has read. */
  openSockets(): readonly { readonly name: string; readonly unread: number }[] {
    return [...this.#sockets].flatMap(([name, { socket, readNo }]) => {
      const { frames, closed } = socket.conversation();
      if (!socket.opened || closed !== null) return [];
      return [{ name, unread: frames.filter(({ direction, n }) => direction === 'received' && n > readNo).length }];
    });
  }

  async mint(step: MintStep): Promise<Exchange> {
    const { body } = substitute({ body: step.body }, this.#playing.saved);
    const { exchange, ticket } = await this.#playing
      .actor(step.as)
      .mintTicket({ body: exactJson(body), label: step.name });
    if (ticket !== undefined) this.#tickets.set(step.name, ticket);
    return exchange;
  }

  async open(step: OpenStep): Promise<Exchange> {
    const { bearer } = step;
    const actor = this.#playing.actor(bearer !== undefined && 'as' in bearer ? bearer.as : 'anonymous');
    const ticket = step.ticket === undefined ? undefined : this.#known(this.#tickets, step.ticket);
    const socket = await actor.openSocket(step.socket, {
      label: step.name,
      token: bearer === undefined ? null : await this.#tokenOf(bearer),
      ...(ticket === undefined ? {} : { ticket }),
      ...(step.query === undefined ? {} : { query: substitute(step.query, this.#playing.saved) }),
      ...(step.origin === undefined ? {} : { headers: { Origin: substitute(step.origin, this.#playing.saved) } }),
    });
    const named: Named = {
      ...{ socket, reqIds: new Set(), readNo: 0, returnedNo: { sent: 0, received: 0 }, close: 'unread' },
    };
    this.#sockets.set(step.name, named);
    this.#opening.push({ name: step.name, named });
    return socket.conversation();
  }

  async step(step: IssueStep | OpStep | SendStep | HearStep | CloseStep): Promise<Outcome> {
    switch (step.kind) {
      case 'issue':
        return this.#issue(step);
      case 'op':
        return this.#op(step);
      case 'send':
        return this.#send(step);
      case 'hear':
        return this.#hear(step);
      case 'close': {
        const named = this.#sockets.get(step.socket);
        await named?.socket.close();
        if (named?.close === 'unread') named.close = 'read';
        return done();
      }
    }
  }

  async awaited(step: AwaitStep): Promise<Outcome> {
    const outstanding = this.#outstanding.get(step.request);
    if (outstanding === undefined) throw new Error(`no op '${step.request}' is outstanding`);
    this.#outstanding.delete(step.request);
    const isLost = step.expect?.answer === 'none';
    const { answer, movedMs } = await (isLost
      ? this.#playing.silence(outstanding.reply)
      : this.#playing.lateAnswer(outstanding.reply));
    return { ...this.#judgedReply(step, answer ?? {}), movedMs };
  }

  #known(of: ReadonlyMap<string, string>, name: string): string {
    const value = of.get(name);
    if (value === undefined) throw new NotCome(`there is no '${name}': the step that mints it came to nothing`);
    return value;
  }

  #opened(name: string): Named {
    const named = this.#sockets.get(name);
    if (named?.socket.opened !== true) throw new NotCome(`the socket '${name}' is not open`);
    return named;
  }

  async #tokenOf(bearer: Bearer): Promise<string> {
    return 'as' in bearer ? this.#playing.actor(bearer.as).token() : this.#known(this.#tokens, bearer.issued);
  }

  async #issue({ name, as, claims, forged, expiresInMs }: IssueStep): Promise<Outcome> {
    const token = await this.#playing.control.mint({
      persona: as,
      claims: substitute(claims, this.#playing.saved),
      ...forged,
      ...(expiresInMs === undefined ? {} : { expiresIn: expiresInMs }),
    });
    this.#tokens.set(name, token);
    return done();
  }

  async #send({ socket, content }: SendStep): Promise<Outcome> {
    const stated = substitute(content, this.#playing.saved);
    const frame = 'text' in stated ? stated.text : JSON.stringify(exactJson(stated.json));
    await this.#opened(socket).socket.send(frame);
    return done();
  }

  async #op(step: OpStep): Promise<Outcome> {
    const named = this.#opened(step.socket);
    const { op, reqId, params } = substitute(
      { op: step.op, reqId: step.reqId, params: step.params },
      this.#playing.saved,
    );
    const token = step.bearer === undefined ? {} : { token: await this.#tokenOf(step.bearer) };
    named.reqIds.add(reqId);
    const asked = { op, reqId, params: exactJson({ ...token, ...params }) };
    const ask = () => named.socket.ask(asked).then((frame) => came(named, frame));
    const isLost = step.expect?.answer === 'none';
    if (!step.background && !isLost) {
      const { answer, movedMs } = await this.#playing.answer(ask);
      return { ...this.#judgedReply(step, answer), movedMs };
    }
    let reply: Promise<Came> = Promise.resolve({});
    await this.#playing.start(() => {
      reply = ask();
      // Awaited later; until then a rejection needs a handler.
      reply.catch(() => undefined);
      return reply;
    });
    if (isLost) {
      const { answer, movedMs } = await this.#playing.silence(reply);
      return { ...this.#judgedReply(step, answer ?? {}), movedMs };
    }
    this.#outstanding.set(step.name ?? '', { reply });
    return done('sent, not waited for');
  }

  #judgedReply(step: OpStep | AwaitStep, { frame, closed }: Came): Outcome {
    const { expect } = step;
    if (frame === undefined) {
      const received = closed === undefined ? undefined : closedWords(closed);
      if (expect?.answer === 'none') {
        return { ...judgedBy([], true, received), ...(received === undefined ? { happened: 'no answer came' } : {}) };
      }
      // The target ended the session in answer to the op: this is known.
      if (expect !== undefined && closed !== undefined && isDeliberate(closed)) {
        const at = step.placeOf(...(expect.frame === undefined ? [] : ['frame']));
        return judgedBy([{ what: 'answer', expected: 'a frame', seen: closedWords(closed), at }], true, received);
      }
      const why = `no answer came (${received ?? 'timeout'}), so the outcome is unknown`;
      if (expect === undefined) return done(why);
      return { ...done(), verdict: 'inconclusive', why: `${why} (expect: { answer: none } says that it is lost)` };
    }
    const seen = frameJson(frame);
    const unsaved = this.#playing.save(step.save, seen);
    const wanted = substitute(expect ?? {}, this.#playing.saved);
    const found = replyMismatches(wanted, seen, step.placeOf);
    const judged = judgedBy(found, expect !== undefined, frame.text ?? 'a binary frame', wanted.frame);
    if (unsaved === undefined || found.length > 0) return judged;
    return { ...judged, verdict: 'inconclusive', why: unsaved };
  }

  async #hear(step: HearStep): Promise<Outcome> {
    const named = this.#opened(step.socket);
    const { frame: wanted, closed: codes } = step.expect ?? {};
    if (codes !== undefined) return this.#hearClose(step, named, codes);
    if (wanted === 'none') return this.#hearNothing(step, named);
    const { frame, closed } = await this.#within(step, (ms) => next(step, named, ms));
    if (frame === undefined) {
      const seen = closed === undefined ? 'nothing' : closedWords(closed);
      const what = step.event === undefined ? 'a frame' : `a frame of ${step.event}`;
      const missing = {
        what: 'frame',
        expected: what,
        seen,
        at: step.placeOf(...(wanted === undefined ? [] : ['frame'])),
      };
      return judgedBy([missing], true, undefined);
    }
    const seen = frameJson(frame);
    const unsaved = this.#playing.save(step.save, seen);
    const expected = substitute({ wanted }, this.#playing.saved).wanted;
    const found = wanted === undefined ? [] : valueMismatches('frame', expected, seen, step.placeOf);
    const judged = judgedBy(found, wanted !== undefined, frame.text ?? 'a binary frame', expected);
    if (unsaved === undefined || found.length > 0) return judged;
    return { ...judged, verdict: 'inconclusive', why: unsaved };
  }

  async #hearClose(step: HearStep, named: Named, codes: readonly number[]): Promise<Outcome> {
    const { closed } = await this.#within(step, async (ms) => {
      const how = await named.socket.untilClosed(ms);
      return how === undefined ? {} : { closed: readClose(named, how) };
    });
    const right = closed !== undefined && closed.by === 'target' && (codes.length === 0 || codes.includes(closed.code));
    const expected = codes.length === 0 ? 'closed' : `closed with ${codes.join(' or ')}`;
    const seen = closed === undefined ? 'open' : closedWords(closed);
    const found = right ? [] : [{ what: 'session', expected, seen, at: step.placeOf('closed') }];
    return judgedBy(found, true, seen);
  }

  /** Time passes first, so that everything due in it has arrived. */
  async #hearNothing(step: HearStep, named: Named): Promise<Outcome> {
    if (step.withinMs !== undefined) await this.#playing.session.elapse(step.withinMs);
    const { frame } = await next(step, named, LEAST_APART_MS);
    const at = step.placeOf('frame');
    const found = frame === undefined ? [] : [{ what: 'frame', expected: 'none', seen: shown(frameJson(frame)), at }];
    return judgedBy(found, true, frame?.text ?? undefined);
  }

  /** Looks until something comes or its time of the target has passed, and once more for what is in flight then. */
  async #within(step: HearStep, look: (realMs: number) => Promise<Came>): Promise<Came> {
    if (step.withinMs === undefined) return look(PATIENCE_MS);
    const untilMs = (await this.#playing.targetMs()) + step.withinMs;
    const apartMs = Math.max(LEAST_APART_MS, Math.ceil(step.withinMs / MOST_LOOKS));
    let waitMs = ON_ITS_WAY_MS;
    for (;;) {
      const found = await look(waitMs);
      if (found.frame !== undefined || found.closed !== undefined) return found;
      const leftMs = untilMs - (await this.#playing.targetMs());
      if (leftMs <= 0) return look(PATIENCE_MS);
      const isQuiet = await this.#playing.pass(Math.min(leftMs, apartMs));
      waitMs = isQuiet ? 0 : ON_ITS_WAY_MS;
    }
  }
}

/** A close for a reason: no lost connection, and no member that goes away. */
function isDeliberate({ by, code }: Closed): boolean {
  return by === 'target' && ![1000, 1001, 1005, 1006, 1012].includes(code);
}

function came(named: Named, frame: Frame | undefined): Came {
  if (frame !== undefined) {
    named.readNo = Math.max(named.readNo, frame.n);
    return { frame };
  }
  const { closed } = named.socket.conversation();
  return closed === null ? {} : { closed: readClose(named, closed) };
}

/** Whatever was sent to it is there before its close. */
function readClose(named: Named, closed: Closed): Closed {
  named.readNo = Number.POSITIVE_INFINITY;
  if (named.close === 'unread') named.close = 'read';
  return closed;
}

/** The next frame that answers no op of the scenario. */
async function next({ event }: HearStep, named: Named, realMs: number): Promise<Came> {
  const isAwaited = (frame: Frame) =>
    event === undefined ? !named.reqIds.has(String(frameJson(frame)?.['reqId'])) : eventKind(frame) === event;
  return came(named, await named.socket.next(isAwaited, realMs));
}
