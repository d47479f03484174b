/** The verdicts on a valid older member: false alarms, and requirements that are left out although they apply. */
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { isAtLeast } from '../../../conformance/contract/versions.ts';
import type { CheckRow, RunRecord } from '../../../conformance/runner/record/run-record.ts';

/** Requirements that apply to a member before `until`, but that the suite cannot exercise there. */
const OUT_OF_REACH = [
  { id: 'ORD-15', until: '0.11.0', why: 'an order of an algo comes of an instance, and those are made from 0.11.0 on' },
  { id: 'VER-01', until: '0.14.0', why: 'the window is one between an older member and the newest' },
  { id: 'VER-03', until: '0.14.0', why: 'as VER-01' },
] as const;

export interface JudgedMember {
  /** Checks that fail against it, or have a fault of the suite, each with the reason. */
  readonly alarms: readonly string[];
  /** Inconclusive checks. */
  readonly undecided: readonly string[];
  /** Requirements that are not applicable although they apply at its version, or the reverse. */
  readonly misplaced: readonly string[];
}

/** @param socket the member's version of the trading socket's contract */
export function judgedOf({ checks, requirements }: RunRecord, rest: string, socket: string): JudgedMember {
  const describe = ({ id, reason }: CheckRow) => `${id}: ${reason}`;
  const isAlarm = (row: CheckRow) => row.verdict === 'fail' || row.fault === true;
  const leftOut = new Set<string>(
    requirements.filter(({ verdict }) => verdict === 'not-applicable').map(({ id }) => id),
  );
  return {
    alarms: checks.filter(isAlarm).map(describe),
    undecided: checks.filter((row) => row.verdict === 'inconclusive' && !isAlarm(row)).map(describe),
    misplaced: REQUIREMENTS.filter(({ id }) => !isOutOfReach(id, rest))
      .filter(({ id, since }) => leftOut.has(id) === holds(id, since, rest, socket))
      .map(({ id, since }) => `${id}, since ${since}`),
  };
}

function isOutOfReach(id: string, rest: string): boolean {
  return OUT_OF_REACH.some((one) => one.id === id && !isAtLeast(rest, one.until));
}

function holds(id: string, since: string, rest: string, socket: string): boolean {
  // VER rows are of members on either side of a version.
  return id.startsWith('VER-') || isAtLeast(id.startsWith('WSS-') ? socket : rest, since);
}
