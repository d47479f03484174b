import { isRefusalCode, REFUSALS } from '../../../gateway/contract/refusals.ts';
import { SOCKET_REFUSALS, type SocketRefusalRow } from '../../../gateway/contract/socket-refusals.ts';

/** What the console shows of a refusal: the requirement that it follows from, and what a client does about it. */
export interface RefusalGuide {
  readonly requirement: string;
  readonly remedy: string;
}

/** From the contract's tables; undefined for a code that neither has. */
export function refusalGuide(code: string): RefusalGuide | undefined {
  if (isRefusalCode(code)) return REFUSALS[code];
  const { requirement, remedy } = (SOCKET_REFUSALS as Readonly<Record<string, SocketRefusalRow>>)[code] ?? {};
  return requirement === undefined || remedy === undefined ? undefined : { requirement, remedy };
}
