import type { PrincipalName } from '../../../conformance/member/profile/principals.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { type Draft, scenarioOf, type Traffic, TrafficReader } from '../../../scenarios/index.ts';
import type { ReadLog } from './log-row.ts';

/** More are no incident. */
const MOST_EVENTS = 2_000;

/** There is more than a scenario holds; the message says how much. */
export class TooMuch extends Error {}

export interface ImportedAs {
  readonly id: string;
  readonly story: string;
  readonly profile?: Profile | undefined;
  /** Who sends what names no principal; absent: trader. */
  readonly as?: PrincipalName | 'anonymous' | undefined;
  readonly world?: NonNullable<Traffic['world']>;
  readonly clock?: NonNullable<Traffic['clock']>;
}

/** A scenario of what was read. `unmapped`: what was left out or guessed, one sentence each. @throws TooMuch */
export function imported(read: ReadLog, { id, story, profile, as, ...stated }: ImportedAs): Draft {
  const reader = new TrafficReader({ profile, fallback: as, isSanitised: read.isSanitised });
  read.into(reader, profile);
  const seen = reader.traffic();
  const of = read.traffic ?? { ...seen, ...(read.clock === undefined ? {} : { clock: read.clock }) };
  const traffic: Traffic = { ...of, ...stated };
  if (traffic.events.length > MOST_EVENTS)
    throw new TooMuch(
      `it has ${traffic.events.length} requests, and ${MOST_EVENTS} are the most; cut out the incident`,
    );
  const sanitised = read.isSanitised
    ? [`no request names its caller, so each acts as ${as ?? 'trader'} (--as names another principal)`]
    : [];
  const draft = scenarioOf(traffic, { id, story });
  return { text: draft.text, unmapped: [...read.notes, ...sanitised, ...seen.unmapped, ...draft.unmapped] };
}
