import type { Scope } from '../../contract/capabilities.ts';
import { malformed, Refusal } from '../../contract/refusals.ts';
import type { OperationId } from '../../contract/routes.ts';
import type { CreateCredentialBody } from '../../contract/shapes/credentials.ts';
import type { Answer, Known, Stage } from '../../stage.ts';
import { anotherHolding, heldBy, inTheNameOf } from '../another-command.ts';
import { type Defect, rewriteBody, type Spoiled, without } from '../defect.ts';
import { withoutTheArm } from '../without-the-arm.ts';

const CREDENTIAL = /^\/credentials\/[0-9]+$/;
const ARM = /^\/credentials\/[0-9]+\/[a-z]+$/;

type Row = Record<string, unknown>;

/** Spoils a credential's row where it is read by its id. */
function spoiltRow(change: (row: Row) => Row): NonNullable<Defect['spoil']> {
  return (answer: Answer, { request, path }: Spoiled) =>
    request.method === 'GET' && CREDENTIAL.test(path) && answer.status === 200 ? rewriteBody(answer, change) : answer;
}

/** Who may do anything at all may do this one thing, as one who holds the capability. */
function letting(operation: OperationId, scope: Scope): NonNullable<Defect['stages']> {
  return inTheNameOf((known) => {
    const { capabilities } = known.caller.user;
    const isLet = known.operation === operation && capabilities.length > 0 && !capabilities.includes(scope);
    return isLet ? anotherHolding(known, scope) : undefined;
  });
}

/** Refuses what waits on a credential before it is sent, where `why` says so. */
function refusing(why: (known: Known) => Refusal | undefined): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    async run(known, proceed) {
      const refusal = why(known);
      if (refusal !== undefined) throw refusal;
      return good.run(known, proceed);
    },
  });
}

/** Each is wrong about one thing in the life of a credential. */
export const SPOILT_CREDENTIALS: readonly Defect[] = [
  {
    name: 'answers-another-venue',
    breaks: ['CRED-01'],
    story: 'the row of a new credential names the next venue',
    spoil: (answer, { request, path }) =>
      request.method === 'POST' && path === '/credentials' && answer.status === 201
        ? rewriteBody(answer, (row) => ({ ...row, exchangeId: Number(row['exchangeId']) + 1 }))
        : answer,
  },
  {
    name: 'answers-404-for-a-venue-without-a-connector',
    breaks: ['CRED-04'],
    story: 'VENUE_UNSUPPORTED of a credential is a 404',
    spoil: (answer, { path }) =>
      path === '/credentials' && answer.refused?.code === 'VENUE_UNSUPPORTED' ? { ...answer, status: 404 } : answer,
  },
  {
    name: 'states-permissions-that-nobody-saw',
    breaks: ['CRED-06'],
    story: 'a credential whose scope nobody could read shows what it declares for what was observed',
    spoil: spoiltRow((row) =>
      row['scopeUnobserved'] === true ? { ...row, observedPermissions: ['READ', 'TRADE'] } : row,
    ),
  },
  {
    name: 'holds-an-unseen-scope-against-a-key',
    breaks: ['CRED-06'],
    story: 'no credential is approved whose scope its venue lets nobody read',
    stages: {
      send: refusing((known) => {
        if (known.operation !== 'approveCredential') return undefined;
        const held = heldBy(known, 'credentials', known.params['credentialId'] ?? known.params['id']);
        return held?.scopeUnobserved === true
          ? new Refusal('SCOPE_INSUFFICIENT', 'approve: nobody saw what the key may do')
          : undefined;
      }),
    },
  },
  {
    name: 'has-no-arm-that-suspends-a-credential',
    breaks: ['CRED-07'],
    story: 'POST /credentials/{id}/suspend is no route of this member',
    stages: withoutTheArm('suspendCredential'),
  },
  {
    name: 'refuses-an-arm-unrecorded',
    breaks: ['CRED-07'],
    story: 'an arm that the state of a credential does not admit is refused without a position',
    spoil: (answer, { path }) =>
      ARM.test(path) && answer.refused?.code === 'TRANSITION_NOT_ADMITTED'
        ? without(answer, 'X-Service-Global-Sequence')
        : answer,
  },
  {
    name: 'tells-nobody-of-a-rotation',
    breaks: ['CRED-08'],
    story: 'a credential whose rotation waits is read as one where nothing does',
    spoil: spoiltRow((row) => (row['pendingTransition'] === 'ROTATE' ? { ...row, pendingTransition: null } : row)),
  },
  {
    name: 'wants-family-b-to-trade',
    breaks: ['CRED-09'],
    story: 'a balances-only credential of family B is refused, as before 0.10.0',
    stages: {
      prepare: refusing(({ operation, body }) => {
        if (operation !== 'createCredential') return undefined;
        const { exchangeId, canTrade } = body as CreateCredentialBody;
        return exchangeId === 2 && !canTrade ? malformed('canTrade: true, or another venue') : undefined;
      }),
    },
  },
  {
    name: 'lets-anyone-propose-a-credential',
    breaks: ['CRED-13'],
    story: 'whoever may do anything at all proposes a credential',
    stages: letting('createCredential', 'credentials:propose'),
  },
  {
    name: 'lets-anyone-approve-a-credential',
    breaks: ['CRED-13'],
    story: 'whoever may do anything at all approves a credential',
    stages: letting('approveCredential', 'credentials:approve'),
  },
];
