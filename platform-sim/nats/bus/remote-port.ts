/** The platform as a member of another process sees it: records from the stream, all else asked over the bus. */
import type { Command, QuoteRow } from '../../../gateway/facts.ts';
import type { Clock, Following, KeyState, PlatformPort, Stored, Submission } from '../../../gateway/platform-port.ts';
import { createRecordEdge } from '../../faults/record-edge.ts';
import { ReferenceData } from '../../reference/reference-data.ts';
import { createReferenceLag } from '../../reference/reference-lag.ts';
import type { BusLine } from './platform-requests.ts';
import type { RemoteFaults } from './remote-faults.ts';
import type { RecordFeed } from './stream-records.ts';

export interface RemotePortOptions {
  readonly world: string;
  readonly line: BusLine;
  readonly feed: RecordFeed;
  readonly faults: Pick<RemoteFaults, 'at'>;
  readonly clock: Clock;
  readonly quotes: RemoteQuotes;
}

/** The quotes that the platform tells this process of. */
export interface RemoteQuotes {
  follow(instrumentId: number, heard: (quote: QuoteRow) => void): Following;
}

/** The ports of one world's members. The edges between the sequence and a member strike in its own process. */
export function remotePorts({
  world,
  line,
  feed,
  faults,
  clock,
  quotes,
}: RemotePortOptions): (member: string) => PlatformPort {
  const recordEdge = createRecordEdge(faults, clock);
  const data = new ReferenceData();
  feed.follow(0, (record) => data.apply(record));
  const restate = (command: Command) => line.ask('restate', { world, member: '', command }, { mayRepeat: true });
  const lag = createReferenceLag({ faults, sequencer: { follow: feed.follow, sequence: restate as never }, data });

  return (member) => ({
    submit: (command) =>
      recordEdge.awaiting(
        member,
        command,
        () =>
          line.ask('submit', { world, member, command }, { mayRepeat: command.key !== null }) as Promise<Submission>,
      ),
    promise: (command) => line.ask('promise', { world, member, command }, { mayRepeat: true }) as Promise<void>,
    storeMaterial: (material) =>
      line.ask('storeMaterial', { world, member, material }, { mayRepeat: true }) as Promise<Stored>,
    lookUp: (orgId, key) => line.ask('lookUp', { world, member, orgId, key }, { mayRepeat: true }) as Promise<KeyState>,
    follow: recordEdge.followAs(member, lag.followAs(member)),
    head: feed.head,
    quotes: quotes.follow,
  });
}
