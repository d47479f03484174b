/**
 * One process creates what several of them start with: where two create the same stream at once, nats-server 2.9 answers
 * one that its subjects overlap, or no longer answers either until it is started again (nats-server issue 3677). What is
 * created under the lease needs none of this.
 */
import { type NatsConnection, nuid } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { managerOf } from '../connection.ts';
import { isNoStream } from '../nats-errors.ts';

export interface OneCreatorOptions {
  readonly nc: NatsConnection;
  readonly clock: Clock;
  /** What `create` creates. */
  readonly stream: string;
}

/** Processes that want to create a stream publish a name here; the process with the least name creates it. */
const SUBJECT = 'touchstone.creators';
/** Less than every name: the one that is creating. */
const CREATING = '';
/** Others that are alive have answered by then. */
const QUIET_MS = 150;

/** Calls `create` at once where the stream is there; else once no other process does so. */
export async function createdByOne<T>(options: OneCreatorOptions, create: () => Promise<T>): Promise<T> {
  const { nc, clock, stream } = options;
  if (await isThere(nc, stream)) return create();
  const subject = `${SUBJECT}.${stream}`;
  let mine = nuid.next();
  const me = mine;
  let isFirst = true;
  const others = nc.subscribe(subject, {
    callback(error, message) {
      // Not allowed to listen there: on such a server each creates for itself.
      if (error !== null) return;
      const other = message.string();
      if (other < mine) isFirst = false;
      // It came later, and missed the name of this one.
      else if (other > mine && other !== me) nc.publish(subject, mine);
    },
  });
  try {
    for (;;) {
      isFirst = true;
      nc.publish(subject, mine);
      await nc.flush();
      await new Promise<void>((resolve) => void clock.after(QUIET_MS, 'other processes that create', resolve));
      if (isFirst) mine = CREATING;
      if (isFirst || (await isThere(nc, stream))) return await create();
    }
  } finally {
    others.unsubscribe();
  }
}

async function isThere(nc: NatsConnection, stream: string): Promise<boolean> {
  const jsm = await managerOf(nc);
  return jsm.streams.info(stream).then(
    () => true,
    (error: unknown) => {
      if (isNoStream(error)) return false;
      throw error;
    },
  );
}
