/** A statement of contract/properties.md, as a pure function of a history. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Judgement } from '../runner/judgement.ts';
import type { Chronicle } from './chronicle.ts';

export interface Statement {
  /** Its number in contract/properties.md. */
  readonly id: `T${number}`;
  /** What it claims, in one sentence. */
  readonly says: string;
  /** The requirements that a history breaks where the statement does not hold. */
  readonly shows: readonly [RequirementId, ...RequirementId[]];
  /** The text of a violation says what would be right for the exchanges that it shows. */
  judge(chronicle: Chronicle): Judgement;
}
