/** Applies a row of `gateway/defects` to recorded histories: the result is the histories of a member with that defect. */
import {
  type Closed,
  type Conversation,
  type Frame,
  isConversation,
} from '../../../conformance/member/exchange/conversation.ts';
import type { Exchange, RecordedResponse } from '../../../conformance/member/exchange/exchange.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import type { Connection, FrameLayer } from '../../../gateway/variations/frames.ts';
import type { HttpRequest, HttpResponse, Layer } from '../../../gateway/variations/layer.ts';
import type { Timer } from '../../../gateway/variations/variation.ts';
import type { Answered, RecordedTrial, Recording } from './recording.ts';

/** Thrown if the row needs an answer of the member that was not recorded. */
export class NotRecorded extends Error {}

export interface Applied {
  /** The trials with a changed history. */
  readonly trials: readonly (RecordedTrial & { readonly before: RecordedTrial })[];
  /** The changed responses, by the recorded one; null if the connection ended without a response. */
  readonly responses: ReadonlyMap<RecordedResponse, RecordedResponse | null>;
}

/** Rejects with NotRecorded if the row must be judged live, and with the error of a layer. */
export async function appliedTo(recording: Recording, defect: Defect): Promise<Applied> {
  if (defect.port !== undefined) throw new NotRecorded('it changes answers of the platform');
  if (defect.contract !== undefined) throw new NotRecorded('it is a member of an older contract');
  const { layer, socket } = defect.parts(NO_TIMER);
  const responses = new Map<RecordedResponse, RecordedResponse | null>();
  const sockets = new Map<Conversation['frames'], OpenConversation>();
  for (const message of recording.messages) {
    if (message.kind === 'spoken') {
      sockets.get(message.of.frames)?.pass(message.what);
      continue;
    }
    const { of, was } = message;
    const response = layer === undefined ? message.response : await passed(layer, message);
    if (response !== message.response) responses.set(was, changed(was, response));
    if (socket !== undefined && isConversation(of) && response.status === 101) {
      sockets.set(of.frames, new OpenConversation(of, message.request, socket));
    }
  }
  const conversations = new Map([...sockets].map(([frames, open]) => [frames, open.end()]));
  const exchange = changesOf(responses, conversations);
  const trials = recording.trials.flatMap((before) => {
    const exchanges = mapped(before.driven.exchanges, exchange);
    const spoken = mapped(before.driven.conversations, (c) => exchange(c) as Conversation);
    if (exchanges === before.driven.exchanges && spoken === before.driven.conversations) return [];
    return [{ check: before.check, driven: { ...before.driven, exchanges, conversations: spoken }, before }];
  });
  return { trials, responses };
}

const NO_TIMER: Timer = {
  nowMs() {
    throw new NotRecorded('it reads the time');
  },
  sleep() {
    throw new NotRecorded('it waits');
  },
};

/** Sends one request through the layer. The recorded response answers only that request. */
async function passed(layer: Layer, { request, response }: Answered): Promise<HttpResponse> {
  let isAsked = false;
  const answer = await layer(request, async (one) => {
    if (isAsked) throw new NotRecorded('it asks the member twice');
    isAsked = true;
    if (!isSame(one, request)) throw new NotRecorded('it asks the member something else');
    return response;
  });
  if (!isAsked && request.method !== 'GET') throw new NotRecorded('it keeps a write from the member');
  return answer;
}

function isSame(a: HttpRequest, b: HttpRequest): boolean {
  if (a === b) return true;
  return (
    a.method === b.method &&
    a.path === b.path &&
    a.body.equals(b.body) &&
    a.headers.length === b.headers.length &&
    a.headers.every(([name, value], i) => name === b.headers[i]?.[0] && value === b.headers[i]?.[1])
  );
}

function changed(was: RecordedResponse, { status, headers, body }: HttpResponse): RecordedResponse | null {
  if (status === 0) return null;
  const length = was.headers.filter(([name]) => name.toLowerCase() === 'content-length');
  const framing = length.map(([name]) => [name, `${Buffer.byteLength(body)}`] as const);
  return { status, headers: [...headers, ...framing], body };
}

/** One open socket: its frames pass through the row. */
class OpenConversation {
  readonly #frames: Frame[] = [];
  readonly #layer: FrameLayer;
  #at = { n: 0, atMs: 0 };
  #isChanged = false;
  #closed: Closed | null;

  constructor(of: Conversation, request: HttpRequest, make: (connection: Connection) => FrameLayer) {
    this.#closed = of.closed;
    this.#at = { n: of.n, atMs: of.answeredAtMs };
    this.#layer = make({
      request,
      socket: request.path.includes('market-data') ? 'market-data' : 'trading',
      toClient: (text) => this.#receive(text),
      toGateway: () => {
        throw new NotRecorded('it sends the member a frame');
      },
      closeClient: () => {
        throw new NotRecorded('it closes the connection');
      },
    });
    if (this.#layer.wire !== undefined) throw new NotRecorded('it changes how frames are sent');
  }

  pass(what: Frame | Closed): void {
    if ('code' in what) this.#end(what.code);
    else {
      this.#at = what;
      if (what.direction === 'sent') this.#send(what);
      else this.#hear(what);
    }
  }

  #end(code: number): void {
    const seen = this.#layer.closing === undefined ? code : this.#layer.closing(code);
    if (seen === code) return;
    this.#isChanged = true;
    this.#closed = seen === undefined || this.#closed === null ? null : { ...this.#closed, code: seen };
  }

  #hear(frame: Frame): void {
    const texts = frame.text === null || this.#layer.down === undefined ? [frame.text] : this.#layer.down(frame.text);
    if (texts.length === 1 && texts[0] === frame.text) this.#frames.push(frame);
    else for (const text of texts) this.#receive(text ?? '');
    this.#isChanged ||= texts.length === 0;
  }

  #send(frame: Frame): void {
    this.#frames.push(frame);
    if (frame.text === null || this.#layer.up === undefined) return;
    const texts = this.#layer.up(frame.text);
    if (texts.length !== 1 || texts[0] !== frame.text) throw new NotRecorded('it changes a frame to the member');
  }

  #receive(text: string): void {
    this.#isChanged = true;
    const { n, atMs } = this.#at;
    // An added frame comes after the frame that caused it, and before the next one.
    const last = this.#frames.at(-1)?.n ?? n;
    this.#frames.push({ n: Math.max(n, last) + 1 / 1024, direction: 'received', atMs, text });
  }

  /** Returns undefined if nothing changed. */
  end(): Pick<Conversation, 'frames' | 'closed'> | undefined {
    return this.#isChanged ? { frames: this.#frames, closed: this.#closed } : undefined;
  }
}

/** Maps an exchange, with its follow-ups and repetitions, to the answers of the member with the defect. */
function changesOf(
  responses: Applied['responses'],
  conversations: ReadonlyMap<Conversation['frames'], Pick<Conversation, 'frames' | 'closed'> | undefined>,
): (e: Exchange) => Exchange {
  const one = (e: Exchange): Exchange => {
    const response = e.response === null ? undefined : responses.get(e.response);
    const settling = e.settling && mapped(e.settling, one);
    const earlier = e.earlier && mapped(e.earlier, one);
    const spoken = isConversation(e) ? conversations.get(e.frames) : undefined;
    if (response === undefined && settling === e.settling && earlier === e.earlier && spoken === undefined) return e;
    return {
      ...e,
      ...(response !== undefined && { response, failure: response === null ? 'reset' : null }),
      ...(settling && { settling }),
      ...(earlier && { earlier }),
      ...spoken,
      ...(isConversation(e) && response !== undefined && response?.status !== 101 && { frames: [], closed: null }),
    };
  };
  return one;
}

/** Returns the same list if no element changes. */
function mapped<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  let copy: T[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const was = list[i] as T;
    const now = change(was);
    if (now === was) continue;
    copy ??= [...list];
    copy[i] = now;
  }
  return copy ?? list;
}
