import type { Command, OwnerName } from '../../gateway/facts.ts';
import { PLACES } from './edges.ts';
import type { FaultPlace } from './rule-shape.ts';

/**
 * The known properties of a place where a fault may strike. A rule that requires an unknown property does not match.
 */
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
  /** The route's path in the contract document: `/orders/{id}`. */
  readonly path?: string | undefined;
}

/** Whether every stated property of a place equals the known one. */
export function fits(place: FaultPlace, where: Where): boolean {
  return PLACES.every((property) => place[property] === undefined || place[property] === where[property]);
}

/** The stated properties as plain values: a place may work them out when they are asked for. */
export function known(where: Where): Where {
  return Object.fromEntries(PLACES.flatMap((name) => (where[name] === undefined ? [] : [[name, where[name]]])));
}

/** The properties of a command that a fault may match. @param member the submitter; undefined: the platform itself. */
export function whereOf({ owner, body, principal, key }: Command, member: string | undefined): Where {
  return { owner, command: body.kind, org: principal.orgId, key: key ?? undefined, member };
}
