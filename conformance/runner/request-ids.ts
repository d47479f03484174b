import type { RequirementId } from '../contract/requirements.ts';
import type { Check } from './check.ts';

const ABOUT: readonly RequirementId[] = ['RID-01', 'RID-02', 'RID-03', 'ERR-02'];

/**
 * Whether a check judges the ids that the member makes. The suite then states none of its own: a member that only repeats what
 * it is sent must be found.
 */
export function isAboutRequestIds({ proves }: Pick<Check, 'proves'>): boolean {
  return proves.some((id) => ABOUT.includes(id));
}
