import type { RequirementId } from '../../contract/requirements.ts';
import type { Check } from '../check.ts';

const ABOUT: readonly RequirementId[] = ['RID-01', 'RID-02', 'RID-03', 'ERR-02'];

/**
 * Whether a check judges the ids that the member makes. The suite then sends none of its own, so that a member that
 * only repeats the caller's id is found.
 */
export function isAboutRequestIds({ proves }: Pick<Check, 'proves'>): boolean {
  return proves.some((id) => ABOUT.includes(id));
}
