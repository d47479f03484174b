import { Refusal } from '../../contract/refusals.ts';
import type { SubmitOrderBody } from '../../contract/shapes/order.ts';
import type { Known, Stage } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';
import { unverifiedBearer } from './bearer.ts';

/** More than there are. */
const ORGANISATIONS = 100;
/** A page size that nobody asks for by chance. */
const ODD_LIMIT = 99;

const orgIds = Array.from({ length: ORGANISATIONS }, (_, index) => index + 1);

/** A page of that size is of all orders that the member holds of the first organisation which is not the caller's. */
function ofAnother(good: Stage): Stage {
  return {
    ...good,
    run(known, proceed) {
      const { services, caller, operation, query } = known;
      const other = orgIds.find((id) => id !== caller.user.orgId && services.state.orders(id).size > 0);
      if (operation !== 'listOrders' || query.limit !== ODD_LIMIT || query.cursor !== undefined || other === undefined)
        return good.run(known, proceed);
      return good.run({ ...known, caller: { ...caller, user: { ...caller.user, orgId: other } } }, proceed);
    },
  };
}

function isOfAnother({ services, caller, operation, body }: Known): boolean {
  if (operation !== 'submitOrder') return false;
  const accountId = (body as SubmitOrderBody).accountId ?? 0;
  const { orgId } = caller.user;
  return orgIds.some((id) => id !== orgId && services.state.account(id, accountId) !== undefined);
}

function tellingWhose(good: Stage): Stage {
  return {
    ...good,
    async run(known, proceed) {
      if (isOfAnother(known)) throw new Refusal('ACCOUNT_NOT_ACTIVE', "the account is another organisation's");
      return good.run(known, proceed);
    },
  };
}

export const SPOILT_IDENTITY: readonly Defect[] = [
  {
    name: 'serves-the-capabilities-that-a-token-claims',
    breaks: ['AUTH-11'],
    story: 'GET /me serves the claim capabilities where the token has one',
    spoil: (answer, { request, path }) => {
      const claimed = path === '/me' ? unverifiedBearer(request)?.claims['capabilities'] : undefined;
      return claimed === undefined ? answer : rewriteBody(answer, (me) => ({ ...me, capabilities: claimed }));
    },
  },
  {
    name: 'serves-capabilities-backwards',
    breaks: ['AUTH-12'],
    story: 'GET /me serves the capabilities in the opposite of declared order',
    spoil: (answer, { path }) =>
      path === '/me' && answer.status === 200
        ? rewriteBody(answer, (me) => ({ ...me, capabilities: (me['capabilities'] as string[]).toReversed() }))
        : answer,
  },
  {
    name: 'quotes-the-token-that-it-refuses',
    breaks: ['AUTH-13'],
    story: 'the message of a 401 quotes the Authorization header',
    spoil: (answer, { request }) =>
      answer.status === 401 && request.headers.authorization !== undefined
        ? rewriteBody(answer, ({ error }) => ({
            error: { ...(error as object), message: `not a token of ours: ${request.headers.authorization}` },
          }))
        : answer,
  },
  {
    name: 'says-not-that-a-denial-is-a-replay',
    breaks: ['AUTH-14'],
    story: 'a replayed CAPABILITY_DENIED lacks Idempotent-Replay',
    spoil: (answer) => (answer.refused?.code === 'CAPABILITY_DENIED' ? without(answer, 'Idempotent-Replay') : answer),
  },
  {
    name: 'lists-orders-of-another-organisation',
    breaks: ['AUTH-16'],
    story: 'a page of 99 orders is of an organisation that is not the caller’s',
    stages: { 'serve-read': ofAnother },
  },
  {
    name: 'tells-whose-the-account-is',
    breaks: ['AUTH-16', 'ORD-06'],
    story: 'the refusal of an order for another organisation’s account says so',
    stages: { prepare: tellingWhose },
  },
];
