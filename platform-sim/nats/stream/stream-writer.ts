/**
 * Appends messages to a stream that has one writer, in order, many in flight.
 *
 * Each message carries the stream's expected last sequence, and the id of the message before it. The sequence alone
 * would not fence: once another process has appended one message, the second of two in flight would fit again. Ids are
 * unique to a writer, so an accepted message proves all before it. The first message after the opening and after every
 * doubt is sent alone and without that id, because a restarted server may have forgotten the id of its last message.
 *
 * An acknowledgement that is late, lost or refused is a doubt: the writer reads the stream at the place in question. Its
 * own message there is acknowledged, none is sent again, and another's means that another process took over. A server
 * without room is asked again at intervals.
 */
import type { JetStreamManager } from '@nats-io/jetstream';
import { createInbox, headers, type Msg, type NatsConnection, nuid } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { LogError } from '../../log/log-error.ts';
import { managerOf, watchConnection } from '../connection.ts';
import { isNoRoom, isPassing, lostItsTail, orGone, TakenOver, takesNoMore } from '../nats-errors.ts';

export interface Outgoing {
  readonly subject: string;
  readonly bytes: Uint8Array;
}

export interface StreamWriterOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** The sequence of the stream's last message; 0 for none. */
  readonly last: number;
  /** The machine's. */
  readonly clock: Clock;
  /** The most messages without an acknowledgement; more wait. */
  readonly inFlight?: number | undefined;
}

export interface StreamWriter {
  /** Resolves with the sequence of the last message once all are safe; rejects with LogError if they never will be. */
  write(messages: readonly Outgoing[]): Promise<number>;
  /** Resolves if the stream still ends with a message that this writer knows. Rejects with TakenOver if it does not. */
  verify(): Promise<void>;
  /** Why the server stores no message now, where it states that. */
  refused(): string | undefined;
  /** Stops sending: messages that are not safe yet are never acknowledged. */
  fail(error: LogError): void;
  /** As `fail`, where nothing waits for an answer. */
  end(): void;
}

const IN_FLIGHT = 2_000;
const ANSWER_WITHIN_MS = 2_000;
const ASK_AGAIN_AFTER_MS = 100;
/** Acknowledged messages that are dropped at once. */
const DROPPED = 4_096;

interface Waiting {
  readonly upTo: number;
  readonly safe: PromiseWithResolvers<number>;
}

/** Of a publish: a sequence, or an error. */
interface Answer {
  readonly seq?: number;
  readonly error?: { readonly err_code: number; readonly description: string };
}

/** Creates the writer of a stream. */
export function createStreamWriter(options: StreamWriterOptions): StreamWriter {
  const { nc, stream, clock, inFlight = IN_FLIGHT } = options;
  const me = nuid.next();
  const inbox = createInbox();
  /** The messages after `dropped`; those from `acked` to `sent` are in flight. */
  const queue: Outgoing[] = [];
  const waiting: Waiting[] = [];
  let dropped = options.last;
  let acked = dropped;
  let sent = dropped;
  let assigned = dropped;
  /** Grows with each doubt: refusals of earlier attempts say nothing. */
  let attempt = 0;
  let isAlone = true;
  let isAsking = false;
  let isUp = true;
  let ackedAtLook = -1;
  let failure: Error | undefined;
  let refusal: string | undefined;

  const idOf = (sequence: number): string => `${me}.${sequence}`;

  const answers = nc.subscribe(`${inbox}.>`, {
    callback(error, message) {
      if (error === null) receive(message);
      else fail(takesNoMore(`the stream ${stream}`, error.message));
    },
  });
  const connection = watchConnection(nc, (up) => {
    isUp = up;
    if (up) doubt();
  });
  let looking = clock.after(ANSWER_WITHIN_MS, 'acknowledgements of NATS', look);

  /** An acknowledgement may be lost without a lost connection, as when a cluster elects another leader. */
  function look(): void {
    looking = clock.after(ANSWER_WITHIN_MS, 'acknowledgements of NATS', look);
    if (sent > acked && ackedAtLook === acked && !isAsking) doubt();
    ackedAtLook = sent > acked ? acked : -1;
  }

  function send(): void {
    const most = isAlone ? acked + 1 : acked + inFlight;
    while (sent < assigned && sent < most && failure === undefined && !isAsking && isUp) {
      const { subject, bytes } = queue[sent - dropped] as Outgoing;
      const facts = headers();
      facts.set('Nats-Msg-Id', idOf(sent + 1));
      facts.set('Nats-Expected-Last-Sequence', `${sent}`);
      if (!isAlone) facts.set('Nats-Expected-Last-Msg-Id', idOf(sent));
      sent += 1;
      try {
        nc.publish(subject, bytes, { headers: facts, reply: `${inbox}.${attempt}.${sent}` });
      } catch (error) {
        fail(takesNoMore(`the stream ${stream}`, (error as Error).message));
      }
    }
  }

  function receive({ subject, data }: Msg): void {
    if (failure !== undefined) return;
    const [of, sequence] = subject
      .slice(inbox.length + 1)
      .split('.')
      .map(Number) as [number, number];
    // Without a body: no stream took it.
    const { seq, error } = data.length === 0 ? {} : (JSON.parse(Buffer.from(data).toString()) as Answer);
    // It was accepted on top of its predecessor, so everything before it is there as well.
    if (seq === sequence) isSafe(sequence);
    else if (of !== attempt || sequence <= acked) return;
    else if (isNoRoom(error?.err_code)) {
      refusal = error?.description;
      doubtLater();
    } else if (isPassing(error?.err_code)) doubt();
    else fail(takesNoMore(`the stream ${stream}`, `${error?.description}`));
  }

  function isSafe(sequence: number): void {
    if (sequence <= acked) return;
    acked = sequence;
    refusal = undefined;
    isAlone = false;
    if (acked - dropped >= DROPPED || acked === assigned) {
      queue.splice(0, acked - dropped);
      dropped = acked;
    }
    for (let next = waiting[0]; next !== undefined && next.upTo <= acked; next = waiting[0]) {
      waiting.shift();
      next.safe.resolve(next.upTo);
    }
    send();
  }

  function end(): void {
    failure ??= new LogError('the log is closed');
    looking.cancel();
    connection.stop();
    answers.unsubscribe();
  }

  function fail(error: LogError): void {
    if (failure !== undefined) return;
    failure = error;
    end();
    for (const { safe } of waiting.splice(0)) safe.reject(error);
  }

  /** Also while an earlier question waits for an answer that a lost connection will never bring. */
  function doubt(): void {
    if (failure !== undefined) return;
    attempt += 1;
    isAsking = true;
    const of = attempt;
    const isCurrent = (): boolean => of === attempt && failure === undefined;
    ask(isCurrent).then(
      () => {
        if (!isCurrent()) return;
        isAsking = false;
        send();
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        if (error instanceof LogError) fail(error);
        else if (nc.isClosed()) fail(takesNoMore(`the stream ${stream}`, 'the connection is closed'));
        else doubtLater();
      },
    );
  }

  /** Sends nothing meanwhile. */
  function doubtLater(): void {
    attempt += 1;
    isAsking = true;
    const of = attempt;
    clock.after(ASK_AGAIN_AFTER_MS, 'question to NATS', () => void (of === attempt && doubt()));
  }

  /** Reads how much of what was sent the stream holds. */
  async function ask(isCurrent: () => boolean): Promise<void> {
    const jsm = await managerOf(nc);
    const { state } = await jsm.streams.info(stream).catch(orGone(stream));
    if (!isCurrent()) return;
    const last = state.last_seq;
    if (last < acked) throw lostItsTail(stream, last, acked);
    const top = Math.min(last, sent);
    let mine = acked;
    if (top > acked && (await isMine(jsm, top))) mine = top;
    // Of what was sent before the other process took over, some may be there: that is in the sequence.
    else while (mine + 1 < top && (await isMine(jsm, mine + 1))) mine += 1;
    if (!isCurrent()) return;
    isSafe(mine);
    if (mine < last && acked < last) throw new TakenOver(stream);
    sent = acked;
    isAlone = true;
  }

  async function isMine(jsm: JetStreamManager, sequence: number): Promise<boolean> {
    const found = await jsm.streams.getMessage(stream, { seq: sequence }).catch(orGone(stream));
    return found?.header.get('Nats-Msg-Id') === idOf(sequence);
  }

  async function verify(): Promise<void> {
    const known = acked;
    const jsm = await managerOf(nc);
    const { state } = await jsm.streams.info(stream).catch(orGone(stream));
    const last = state.last_seq;
    if (last < known) throw lostItsTail(stream, last, known);
    if (last > acked && !(await isMine(jsm, last))) throw new TakenOver(`the stream ${stream}`);
  }

  return {
    verify,
    refused: () => refusal,
    write(messages) {
      if (failure !== undefined) return Promise.reject(failure);
      if (messages.length === 0) return Promise.resolve(assigned);
      for (const message of messages) queue.push(message);
      assigned += messages.length;
      const safe = Promise.withResolvers<number>();
      waiting.push({ upTo: assigned, safe });
      send();
      return safe.promise;
    },
    fail,
    end,
  };
}
