/** Allowed differences of policies and credentials (decisions A39, A62, and the assumed members of their rows). */
import { changeJson, changeResponse, everyObject, headerOf, type Json, type Layer, withHeader } from '../layer.ts';
import { less, unpublished } from '../unpublished.ts';
import { variation } from '../variation.ts';

const STATES: Readonly<Record<string, string>> = {
  PROPOSED: 'DRAFT',
  ACTIVE: 'IN_FORCE',
  HALTED: 'PAUSED',
  SUSPENDED: 'LOCKED',
  RETIRED: 'ENDED',
  REVOKED: 'GONE',
  WITHDRAWN: 'TAKEN_BACK',
};

const IDS = ['assetPolicyId', 'chainPolicyId', 'tradingPolicyId'];

const OF_BOTH = [...IDS, 'observedPermissions'];

const ofRows =
  (change: (row: Json) => Json, ids: readonly string[] = OF_BOTH) =>
  (row: Json): Json =>
    ids.some((id) => id in row) ? change(row) : row;

const inRows = (change: (row: Json) => Json): Layer => changeJson((json) => everyObject(json, ofRows(change)));

/** Replaces refusals by an equivalent one with another code. */
const refusedAs = (from: readonly string[], status: number, code: string): Layer =>
  changeResponse((answer) => {
    const named = from.find((one) => answer.body.includes(`"code":"${one}"`));
    return named === undefined ? answer : { ...answer, status, body: answer.body.replace(named, code) };
  });

/** The assumed members of a row: no member has to serve them. */
const ASSUMED = ['probe', 'proposedByUserId', 'approvedByUserId', 'version', 'displayName'];

/** Variations of policies and credentials (decisions A39, A62). */
export const POLICIES_VARIATIONS = [
  variation('other-policy-states', [], 'Policies and credentials have states of other names.', () =>
    inRows((row) => ({ ...row, status: STATES[String(row['status'])] ?? row['status'] })),
  ),
  variation('policies-without-assumed-members', ['A62'], 'Policies and credentials lack the members that only the sandbox serves.', () =>
    unpublished(
      ASSUMED,
      ofRows((row) => less(row, ASSUMED)),
    ),
  ),
  variation('other-pending-transition', [], 'A pending amendment has another name.', () =>
    inRows((row) => (row['pendingTransition'] === 'AMEND' ? { ...row, pendingTransition: 'RESTATE' } : row)),
  ),
  variation('other-codes-of-caps', [], 'An order above a cap is refused with another code.', () =>
    refusedAs(['MAX_ORDER_QTY_EXCEEDED', 'MAX_ORDER_NOTIONAL_EXCEEDED', 'MAX_OPEN_ORDERS_EXCEEDED'], 409, 'ABOVE_ITS_CAP'),
  ),
  variation('unsupported-venue-refused-by-owner', ['A74'], 'A venue without a connector is refused by the owner, with a position.', () => {
    let last = '1';
    return changeResponse((answer) => {
      last = headerOf(answer, 'x-service-global-sequence') ?? last;
      return answer.body.includes('"VENUE_UNSUPPORTED"') ? withHeader(answer, 'X-Service-Global-Sequence', last) : answer;
    });
  }),
  variation('intake-key-reused-code', ['A39'], 'A reused intake key answers IDEMPOTENCY_KEY_REUSED.', () =>
    refusedAs(['INTAKE_KEY_REUSED'], 409, 'IDEMPOTENCY_KEY_REUSED'),
  ),
  variation('other-key-type-422', [], 'A private key that is not Ed25519 answers 422.', () =>
    changeResponse((answer, { body }) =>
      answer.status === 400 && body.includes('"privateKey"') && answer.body.includes('is not an Ed25519')
        ? { ...answer, status: 422, body: answer.body.replace('MALFORMED_REQUEST', 'INVALID_FIELD') }
        : answer,
    ),
  ),
  variation('no-scope-unobserved-when-false', [], 'scopeUnobserved is absent where it is false.', () =>
    unpublished(
      ['scopeUnobserved'],
      ofRows(({ scopeUnobserved, ...row }) => (scopeUnobserved === true ? { ...row, scopeUnobserved } : row), ['scopeUnobserved']),
    ),
  ),
  variation('no-pending-transition-when-none', [], 'pendingTransition is absent where no transition is pending.', () =>
    unpublished(
      ['pendingTransition'],
      ofRows(({ pendingTransition, ...row }) => (pendingTransition ? { ...row, pendingTransition } : row)),
    ),
  ),
] as const;
