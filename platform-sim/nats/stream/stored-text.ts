/**
 * A text of a world that changes often, in a bucket next to its sequence: its fault rules with their counts, its rolls with
 * their progress. A process that takes over continues from it.
 */
import { type KvEntry, Kvm } from '@nats-io/kv';
import { InvalidArgumentError, type NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import type { StoredText } from '../../log/durable-world.ts';
import { LogError } from '../../log/log-error.ts';
import { managerOf } from '../connection.ts';
import { keyOf } from '../names.ts';
import { answered, codeOf, isOutOfOrder, isPassing, nextAttempt } from '../nats-errors.ts';

export interface NatsTextOptions {
  readonly nc: NatsConnection;
  readonly clock: Clock;
  /** Of the world. */
  readonly name: string;
  readonly bucket: string;
  /** For messages, such as `the fault rules`. */
  readonly what: string;
  /** Of a new bucket. */
  readonly replicas: number;
  /** Called once with one line for the user, if it can no longer be stored. */
  readonly failed: (error: LogError) => void;
}

export interface NatsText extends StoredText {
  /** Resolves once all of now is stored, or has failed. */
  settled(): Promise<void>;
  /** As `settled`; stores nothing any more. */
  end(patience: Promise<void>): Promise<void>;
}

/** Reads the text of the former process, which can store none from then on. */
export async function openNatsText(options: NatsTextOptions): Promise<NatsText> {
  const { nc, clock, name, what, replicas, failed } = options;
  const buckets = new Kvm((await managerOf(nc)).jetstream());
  const bucket = await answered({ nc, clock }, () => buckets.create(options.bucket, { replicas }));
  const key = keyOf(name);
  let source: (() => string) | undefined;
  let isOver = false;
  let isChanged = false;
  let storing: Promise<void> | undefined;

  const put = (text: string, revision: number): Promise<number> =>
    revision === 0 ? bucket.create(key, text) : bucket.update(key, text, revision);

  /** Moves the revision, so that a process which does not know yet that it is not the active one is refused. */
  async function claim(): Promise<[text: string, revision: number]> {
    for (;;) {
      const entry = await answered({ nc, clock }, () => bucket.get(key));
      const [text, before] = entry?.operation === 'PUT' ? [entry.string(), entry.revision] : ['', 0];
      try {
        return [text, await answered({ nc, clock }, () => put(text, before))];
      } catch (error) {
        if (!isOutOfOrder(codeOf(error))) throw error;
      }
    }
  }

  const [former, claimed] = await claim();
  let revision = claimed;

  async function store(): Promise<void> {
    // In a later turn: a world is whole by then, and many requests of one turn are one change.
    await new Promise((resolve) => setImmediate(resolve));
    while (isChanged && !isOver && source !== undefined) {
      isChanged = false;
      const text = source();
      try {
        revision = await put(text, revision);
      } catch (error) {
        await afterFailed(error, text);
      }
    }
    storing = undefined;
  }

  async function afterFailed(error: unknown, text: string): Promise<void> {
    const code = codeOf(error);
    if (isOutOfOrder(code)) {
      // An earlier attempt may have arrived although its answer did not; if not, another process is the active one.
      const entry = await bucket.get(key).catch((): KvEntry | undefined => undefined);
      if (entry?.operation === 'PUT' && entry.string() === text) revision = entry.revision;
      else if (entry !== undefined) isOver = true;
      else isChanged = true;
      return;
    }
    if (nc.isClosed()) isOver = true;
    // An invalid argument: more than the server takes in one message.
    else if (isPassing(code) && !(error instanceof InvalidArgumentError)) {
      isChanged = true;
      await nextAttempt(clock);
    } else {
      isOver = true;
      const why = `${what} of the world ${name} are no longer stored (${(error as Error).message})`;
      failed(new LogError(`${why}: a process that takes over has those of before`));
    }
  }

  function changed(): void {
    isChanged = true;
    if (!isOver) storing ??= store();
  }

  return {
    found: former === '' ? undefined : former,
    of(text) {
      source = text;
      changed();
    },
    changed,
    leave() {
      const last = source?.();
      if (last !== undefined) source = () => last;
    },
    settled: async () => storing,
    async end(patience) {
      await Promise.race([storing, patience]);
      isOver = true;
    },
  };
}

/** At the end of a world. */
export async function forgetText(nc: NatsConnection, bucket: string, name: string): Promise<void> {
  await (await new Kvm(nc).create(bucket)).delete(keyOf(name));
}
