import { Refusal, type RefusalCode } from '../contract/refusals.ts';
import type { SocketRefusalCode } from '../contract/socket-refusals.ts';
import { SocketRefusal } from './socket-refusal.ts';

/** The socket codes of refusals by authentication and admission. */
const AUTH_REFUSALS = {
  UNAUTHENTICATED: 'INVALID_TOKEN',
  FORBIDDEN_PRINCIPAL: 'FORBIDDEN_PRINCIPAL',
  NOT_PRIMED: 'NOT_PRIMED',
  ORG_NOT_ACTIVE: 'ORG_NOT_ACTIVE',
  AWAITING_ADMISSION: 'AWAITING_ADMISSION',
  NOT_SERVING: 'NOT_SERVING',
} as const satisfies Partial<Record<RefusalCode, SocketRefusalCode>>;

/**
 * The refusal of an operation that writes nothing. An error that is no Refusal is an internal error, whose details are
 * not shown.
 */
export function sessionRefusal(thrown: unknown): SocketRefusal {
  if (thrown instanceof SocketRefusal) return thrown;
  if (thrown instanceof Refusal && thrown.code in AUTH_REFUSALS) {
    const code = AUTH_REFUSALS[thrown.code as keyof typeof AUTH_REFUSALS];
    return new SocketRefusal(code, thrown.message, { retryable: thrown.retryable });
  }
  const refusal = new SocketRefusal('NOT_SERVING', 'the service failed to answer this operation: retry shortly');
  refusal.cause = thrown;
  return refusal;
}
