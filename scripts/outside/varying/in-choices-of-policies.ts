/** What a member may decide otherwise about policies and credentials (decisions A39, A62, and all that is assumed of their rows). */
import { everyObject, having, headerOf, type Json, type Layer, told, toldJson } from '../proxy/telling.ts';
import { less, unpublished } from './unpublished.ts';
import { variation } from './variation.ts';

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

const inRows = (change: (row: Json) => Json): Layer => toldJson((json) => everyObject(json, ofRows(change)));

/** A refusal of the same standing in other words. */
const refusedAs = (from: readonly string[], status: number, code: string): Layer =>
  told((answer) => {
    const named = from.find((one) => answer.body.includes(`"code":"${one}"`));
    return named === undefined ? answer : { ...answer, status, body: answer.body.replace(named, code) };
  });

/** What is assumed of a row: nobody has to serve it. */
const ASSUMED = ['probe', 'proposedByUserId', 'approvedByUserId', 'version', 'displayName'];

export const IN_CHOICES_OF_POLICIES = [
  variation('other names of the states of policies and credentials', () =>
    inRows((row) => ({ ...row, status: STATES[String(row['status'])] ?? row['status'] })),
  ),
  variation('policies and credentials without what is assumed of them', () =>
    unpublished(
      ASSUMED,
      ofRows((row) => less(row, ASSUMED)),
    ),
  ),
  variation('an amendment that waits has another name', () =>
    inRows((row) => (row['pendingTransition'] === 'AMEND' ? { ...row, pendingTransition: 'RESTATE' } : row)),
  ),
  variation('what is above a cap is refused in other words', () =>
    refusedAs(
      ['MAX_ORDER_QTY_EXCEEDED', 'MAX_ORDER_NOTIONAL_EXCEEDED', 'MAX_OPEN_ORDERS_EXCEEDED'],
      409,
      'ABOVE_ITS_CAP',
    ),
  ),
  variation('a venue without a connector is the owner’s to refuse', () => {
    let last = '1';
    return told((answer) => {
      last = headerOf(answer, 'x-service-global-sequence') ?? last;
      return answer.body.includes('"VENUE_UNSUPPORTED"') ? having(answer, 'X-Service-Global-Sequence', last) : answer;
    });
  }),
  variation('a reused key of the intake has the name of any reused key', () =>
    refusedAs(['INTAKE_KEY_REUSED'], 409, 'IDEMPOTENCY_KEY_REUSED'),
  ),
  variation('a key of another kind answers 422', () =>
    told((answer, { body }) =>
      answer.status === 400 && body.includes('"privateKey"') && answer.body.includes('is not an Ed25519')
        ? { ...answer, status: 422, body: answer.body.replace('MALFORMED_REQUEST', 'INVALID_FIELD') }
        : answer,
    ),
  ),
  variation('scopeUnobserved left out where it is false', () =>
    unpublished(
      ['scopeUnobserved'],
      ofRows(
        ({ scopeUnobserved, ...row }) => (scopeUnobserved === true ? { ...row, scopeUnobserved } : row),
        ['scopeUnobserved'],
      ),
    ),
  ),
  variation('nothing pends as an absent property', () =>
    unpublished(
      ['pendingTransition'],
      ofRows(({ pendingTransition, ...row }) => (pendingTransition ? { ...row, pendingTransition } : row)),
    ),
  ),
] as const;
