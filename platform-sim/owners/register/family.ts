/** The rules of one collection of the register; `write.ts` judges what is common to all. */
import type { Scope } from '../../../gateway/contract/capabilities.ts';
import type { Arm, Fact, RegisterFamily, RegisterRows, RegisterTerms } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import type { Directory, Held } from '../directory.ts';

/** One write that has passed its capability, its row and its precondition. */
export interface Write {
  readonly directory: Directory;
  readonly orgId: number;
  readonly userId: number;
}

export interface FamilyRules<Family extends RegisterFamily> {
  /** The scopes for creation, restatement and each transition; a transition that is not named here has no route. */
  readonly needs: Readonly<Partial<Record<'create' | 'restate' | Arm, Scope>>>;
  /** Whether the caller's organisation holds a row: its own, unless the family states otherwise. */
  holds?(row: RegisterRows[Family], orgId: number): boolean;
  /** @param id minted for the new row. */
  create(write: Write, id: number, terms: RegisterTerms[Family]): readonly Fact[] | Refused;
  restate(write: Write, held: Held<RegisterRows[Family]>, terms: RegisterTerms[Family]): readonly Fact[] | Refused;
  move(write: Write, held: Held<RegisterRows[Family]>, arm: Arm): readonly Fact[] | Refused;
}
