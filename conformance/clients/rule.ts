/** A rule by which a client is judged: a statement over the history of one start, or of all. */
import type { Start } from './history.ts';

/** A moment at which a rule was broken, for a person: what the client met, and what it did. */
export interface Moment {
  /** `the answer to POST /orders key k1 was lost; 1.2 s later the client sent the same order with key k2` */
  readonly text: string;
  /** The calls, frames and ends that show it, by their number in the start. */
  readonly at: readonly number[];
}

export interface Finding {
  /** How often the client met what the rule is about: 0 is not exercised, never a pass. */
  readonly cases: number;
  readonly broken: readonly Moment[];
  /** What may be wrong, but needs the client's own word to be judged: never a failure. */
  readonly suspected?: readonly Moment[];
}

export interface ClientRule {
  /** `CLI-01` */
  readonly id: `CLI-${string}`;
  readonly area: 'keys' | '202' | 'refusals' | 'reading' | 'sessions' | 'deploys' | 'care';
  /** must: the interface says so, or money is at stake. should: good practice. */
  readonly severity: 'must' | 'should';
  /** The requirement of the interface (IDEM-03), or the practice in a few words. */
  readonly from: string;
  /** The first contract version with which it makes sense; absent: every one. */
  readonly since?: string;
  /** What a good client does, in one sentence. */
  readonly says: string;
  /** Which trouble exercises it, by the names of scenarios/schedules/kinds.ts. */
  readonly by: readonly string[];
  /** Rules whose breach in a start has this one as its consequence: there, only they are blamed. */
  readonly after?: readonly string[];
  /**
   * Judges one start.
   *
   * @param first the start without trouble: what the client does when nothing is wrong
   */
  judge(start: Start, first: Start): Finding;
  /** Judges what only several starts show, such as jitter, in place of `judge`. */
  judgeAll?(starts: readonly Start[]): Finding;
}
