import type { REJECTION_REASONS } from './reasons.ts';
import type { RefusalCode } from './refusals.ts';
import type { Gate, Gates } from './versions.ts';

type Code = RefusalCode | (typeof REJECTION_REASONS)[number];

/**
 * The codes and reasons that a change introduced: older members know none of them. All other codes exist in every
 * version.
 */
const CAME_WITH = {
  ROUTE_NOT_FOUND: 'errors.every-envelope',
  METHOD_NOT_ALLOWED: 'errors.every-envelope',
  PAYLOAD_TOO_LARGE: 'errors.every-envelope',
  INTERNAL_ERROR: 'errors.every-envelope',
  TICKETS_UNAVAILABLE: 'routes.ws-tickets',
  INVALID_CURSOR: 'pages.cursors',
  BALANCES_UNAVAILABLE: 'routes.account-balances',
  ALGOS_UNAVAILABLE: 'routes.algos',
  DOCUMENT_TOO_LARGE: 'routes.algos',
  CONFIG_PENDING: 'routes.algos',
  CONFIG_SEQ_CONFLICT: 'routes.algos',
  FIELD_TYPE_MISMATCH: 'routes.algos',
  ALGO_VERSION_NOT_LOADED: 'routes.algos',
  REFERENCE_UNKNOWN_ACCOUNT: 'algos.names',
  REFERENCE_UNKNOWN_INSTRUMENT: 'algos.names',
  ACCOUNT_NOT_ACTIVE: 'codes.account-not-active',
  FILL_PRECISION_OVERFLOW: 'reasons.fill-precision-overflow',
} as const satisfies Partial<Record<Code, Gate>>;

const GATE_OF: ReadonlyMap<string, Gate> = new Map(Object.entries(CAME_WITH));

/** The gate that introduced a code; undefined if every version has it. */
export function gateOfCode(code: string): Gate | undefined {
  return GATE_OF.get(code);
}

/** Whether a member with these gates knows a refusal code or reason. */
export function isKnownAt(gates: Gates, code: string): boolean {
  const gate = gateOfCode(code);
  return gate === undefined || gates[gate];
}

/**
 * The code that a member serves for an owner's refusal: INVALID_FIELD if its version does not know the owner's code.
 */
export function codeAt(gates: Gates, code: string): string {
  return isKnownAt(gates, code) ? code : 'INVALID_FIELD';
}
