/** A statement of contract/properties.md over histories, as a pure function of one. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Judgement } from '../runner/judgement.ts';
import type { Chronicle } from './chronicle.ts';

export interface Statement {
  /** Its number there. */
  readonly id: `T${number}`;
  /** What holds, in one sentence. */
  readonly says: string;
  /** The requirements that a history breaks where this does not hold of it. */
  readonly shows: readonly [RequirementId, ...RequirementId[]];
  /** Violated words say what is right of the exchanges that they show. */
  judge(chronicle: Chronicle): Judgement;
}
