import type { OwnerName } from '../../gateway/facts.ts';
import type { FaultPlace } from './rule-shape.ts';

/** What is known where a fault may strike. What is unknown fits no rule that asks for it. */
export interface Where {
  readonly owner?: OwnerName | undefined;
  /** The command's kind. */
  readonly command?: string | undefined;
  readonly org?: number | undefined;
  readonly key?: string | undefined;
  readonly member?: string | undefined;
}

const PROPERTIES = ['owner', 'command', 'org', 'key', 'member'] as const satisfies readonly (keyof Where &
  keyof FaultPlace)[];

export function fits(place: FaultPlace, where: Where): boolean {
  return PROPERTIES.every((property) => place[property] === undefined || place[property] === where[property]);
}
