/** The platform as members of another process see it: records from the stream, the rest by requests over NATS. */
import type { Command, QuoteRow } from '../../../gateway/facts.ts';
import type { Clock, Following, PlatformPort } from '../../../gateway/platform-port.ts';
import type { Edge } from '../../faults/edges.ts';
import type { Faults } from '../../faults/faults.ts';
import { GO } from '../../faults/kind.ts';
import { known } from '../../faults/match.ts';
import { createRecordEdge } from '../../faults/record-edge.ts';
import { ReferenceData } from '../../reference/reference-data.ts';
import { createReferenceLag } from '../../reference/reference-lag.ts';
import type { PlatformRequests } from './platform-requests.ts';
import type { StreamRecords } from './stream-records.ts';
import { SUBJECTS } from './subjects.ts';

/** The part of the faults that a member's process uses. */
export type RemoteFaults = Pick<Faults, 'at' | 'stands'>;

/**
 * The faults of a world at the edges within a member's process. The rules and their counts stay with the platform: a
 * member knows the edges with rules, and asks the platform there, so a rule fires as often as it states in all processes
 * together. While no platform is active no rule fires, and reads continue (`platform-requests.test.ts`).
 *
 * @param standing the edges with rules now
 */
export function remoteFaults(
  world: string,
  { request }: Pick<PlatformRequests, 'request'>,
  standing: () => ReadonlySet<Edge>,
): RemoteFaults {
  return {
    stands: (edge) => standing().has(edge),
    at(edge, where) {
      if (!standing().has(edge)) return undefined;
      const message = { world, member: where.member ?? '', edge, where: known(where) };
      // If the platform that held or delayed it is gone, it continues.
      return request(SUBJECTS.fault, message, { mayRepeat: false, otherwise: GO });
    },
  };
}

export interface RemotePortOptions {
  readonly world: string;
  readonly platform: Pick<PlatformRequests, 'request'>;
  readonly records: StreamRecords;
  readonly faults: Pick<RemoteFaults, 'at'>;
  readonly clock: Clock;
  readonly quotes: Pick<RemoteQuotes, 'follow'>;
}

/** The ports of one world's members. Faults at the edges between the sequence and a member apply in its own process. */
export function remotePorts({
  world,
  platform: { request },
  records,
  faults,
  clock,
  quotes,
}: RemotePortOptions): (member: string) => PlatformPort {
  const recordEdge = createRecordEdge(faults, clock);
  const data = new ReferenceData();
  records.follow(0, (record) => data.apply(record));
  const sequence = (command: Command) => request(SUBJECTS.restate, { world, member: '', command });
  const lag = createReferenceLag({ faults, sequencer: { follow: records.follow, sequence }, data });

  return (member) => ({
    submit(command) {
      const send = () => request(SUBJECTS.submit, { world, member, command }, { mayRepeat: command.key !== null });
      return recordEdge.awaiting(member, command, send);
    },
    async promise(command) {
      const isStored = await request(SUBJECTS.promise, { world, member, command }, { otherwise: false });
      if (!isStored) throw new Error('no platform stores the write now');
    },
    storesPromises: true,
    storeMaterial: (material) => request(SUBJECTS.storeMaterial, { world, member, material }),
    lookUp: (orgId, key) => request(SUBJECTS.lookUp, { world, member, orgId, key }),
    follow: recordEdge.followAs(member, lag.followAs(member)),
    head: records.head,
    quotes: quotes.follow,
  });
}

/** The venue's quotes in a process of members alone: the platform publishes those that some session follows. */
export interface RemoteQuotes {
  follow(instrumentId: number, deliver: (quote: QuoteRow) => void): Following;
  /** Delivers a published quote. */
  deliver(quote: QuoteRow): void;
  /** The instruments that are followed now. */
  followed(): readonly number[];
}

/** @param changed called when the set of followed instruments changes */
export function remoteQuotes(
  world: string,
  { request }: Pick<PlatformRequests, 'request'>,
  changed: () => void,
): RemoteQuotes {
  const followers = new Map<number, Set<(quote: QuoteRow) => void>>();

  return {
    follow(instrumentId, deliver) {
      const those = followers.get(instrumentId) ?? new Set();
      if (those.size === 0) changed();
      followers.set(instrumentId, those.add(deliver));
      void request(SUBJECTS.quote, { world, member: '', instrumentId }).then((quote) => {
        if (quote !== null && those.has(deliver)) deliver(quote);
      });
      return {
        stop() {
          if (!those.delete(deliver) || those.size > 0) return;
          followers.delete(instrumentId);
          changed();
        },
      };
    },
    deliver(quote) {
      for (const deliver of [...(followers.get(quote.instrumentId) ?? [])]) deliver(quote);
    },
    followed: () => [...followers.keys()],
  };
}
