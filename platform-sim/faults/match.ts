import type { OwnerName } from '../../gateway/facts.ts';
import { PLACES } from './edges.ts';
import type { FaultPlace } from './rule-shape.ts';

/** What is known where a fault may strike. What is unknown fits no rule that asks for it. */
export interface Where {
  readonly owner?: OwnerName | undefined;
  /** The command's kind. */
  readonly command?: string | undefined;
  readonly org?: number | undefined;
  readonly key?: string | undefined;
  readonly member?: string | undefined;
  readonly socket?: string | undefined;
  /** The op that a frame answers, or its event's kind. */
  readonly frame?: string | undefined;
  readonly method?: string | undefined;
  /** The route's, as the contract document spells it: `/orders/{id}`. */
  readonly path?: string | undefined;
}

export function fits(place: FaultPlace, where: Where): boolean {
  return PLACES.every((property) => place[property] === undefined || place[property] === where[property]);
}
