/** What the suite says of a good older member: where it raises a false alarm, and what it leaves out though it holds there. */
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { isAtLeast } from '../../../conformance/contract/versions.ts';
import type { CheckRow, RunRecord } from '../../../conformance/runner/record/run-record.ts';

/** What a member before `until` need not be brought to show, though it holds there. */
const OUT_OF_REACH = [
  { id: 'ORD-15', until: '0.11.0', why: 'an order of an algo comes of an instance, and those are made from 0.11.0 on' },
  { id: 'VER-01', until: '0.14.0', why: 'the window is one between an older member and the newest' },
  { id: 'VER-03', until: '0.14.0', why: 'as VER-01' },
] as const;

export interface JudgedMember {
  /** Checks that say anything against it, or failed themselves, each with why. */
  readonly alarms: readonly string[];
  /** Checks that could not tell. */
  readonly undecided: readonly string[];
  /** Requirements that are not applicable though they hold at its version, or the other way round. */
  readonly misplaced: readonly string[];
}

/** @param socket the version of the trading socket's contract that it serves. */
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
