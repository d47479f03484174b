import { expanded } from '../contract/capabilities.ts';
import { moneyOrUnset } from '../contract/money.ts';
import { registerKeyOf } from '../contract/register.ts';
import type { Arm, RegisterFamily, RegisterRestate, RegisterRows, RegisterTerms } from '../facts.ts';
import { notHeld, readAnswer } from '../http/answers.ts';
import type { ReadHandler, ReadRequest, WriteHandler, WriteRequest } from './handler.ts';
import { pageAnswer } from './page-answer.ts';
import { registerJson } from './register-row.ts';

/** One page of a register collection, ascending by its key (PAGE-13). */
export function listOf(family: RegisterFamily): ReadHandler {
  return ({ services, caller, query }) => {
    const { orgId } = caller.user;
    const { status, view } = query;
    const { register } = services.state;
    const rows =
      family === 'users' && status ? register.usersOf(orgId, status, view) : register.rows(family, orgId, view);
    return pageAnswer(
      services,
      query,
      {
        collection: family,
        orgId,
        rows,
        order: 'ascending',
        filter: status === undefined ? '' : `status=${status}`,
        keyOf: (row) => String(registerKeyOf(family, row)),
      },
      registerJson(family),
    );
  };
}

/** One row, with its strong validator for conditional writes (MATCH-01). */
export function rowOf(family: RegisterFamily): ReadHandler {
  return (request) => {
    const row = heldRow(request, family, request.query.view);
    const answer = readAnswer(request.services, registerJson(family)(row, request.services));
    return { ...answer, headers: { ...answer.headers, ETag: `"${row.version}"` } };
  };
}

/** Converts a body to the register's own terms: names are trimmed, unset members become null. */
type Terms = { readonly [Family in RegisterFamily]: (body: never) => RegisterTerms[Family] };

/** The handler that creates a row of a collection. */
export function createOf(family: RegisterFamily): WriteHandler {
  return ({ body }) => ({ kind: 'create', family, terms: termsOf(family, body) }) as ReturnType<WriteHandler>;
}

/** The handler that restates a row of a collection, with its precondition. */
export function restateOf(family: RegisterFamily): WriteHandler {
  return (request) => {
    const { id, ifMatch } = targetOf(request, family);
    return { kind: 'restate', family, id, ifMatch, terms: termsOf(family, request.body) } as RegisterRestate;
  };
}

/** The handler of a state transition of a row, such as an approval. */
export function moveOf(family: RegisterFamily, arm: Arm): WriteHandler {
  return (request) => ({ kind: arm, family, ...targetOf(request, family) });
}

/**
 * The row that a path names in the caller's organisation. Another organisation's row is refused like a missing one
 * (ERR-09), and so is a path id that is no register key (decision A14).
 */
export function heldRow<Family extends RegisterFamily>(
  { services, caller, params }: Pick<ReadRequest, 'services' | 'caller' | 'params'>,
  family: Family,
  view: 'latest' | 'approved' = 'latest',
): RegisterRows[Family] {
  const row = services.state.register.rows(family, caller.user.orgId, view).get(params['id'] ?? '');
  if (row === undefined) throw notHeld(services, 'row');
  return row;
}

/** Only the header is a precondition: a version that the body restates without it is none (MATCH-02). */
function targetOf(
  request: WriteRequest,
  family: RegisterFamily,
): { readonly id: number; readonly ifMatch: string | null } {
  heldRow(request, family);
  return { id: Number(request.params['id']), ifMatch: request.ifMatch };
}

/** For a reference or a count: 0, null and absent all mean unset (ID-06, POL-02). */
function orUnset(value: number | null | undefined): number | null {
  return value || null;
}

interface Remarked {
  readonly remark?: string | null;
}

function termsOf(family: RegisterFamily, body: unknown): RegisterTerms[RegisterFamily] {
  return TERMS[family](body as never);
}

const TERMS: Terms = {
  orgs: ({ externalId, displayName }: RegisterTerms['orgs'] & Remarked) => ({
    displayName,
    ...(externalId === undefined ? {} : { externalId }),
  }),
  users: (body: {
    readonly subject?: string;
    readonly displayName?: string;
    readonly capabilities?: Parameters<typeof expanded>[0];
    readonly status?: 'ACTIVE' | 'DISABLED';
  }) => ({
    capabilities: expanded(body.capabilities ?? []),
    ...(body.subject === undefined ? {} : { subject: body.subject }),
    ...(body.displayName === undefined ? {} : { displayName: body.displayName }),
    ...(body.status === undefined ? {} : { status: body.status }),
  }),
  credentials: ({ exchangeId, displayName, canReadBalances, canTrade }: RegisterTerms['credentials'] & Remarked) => ({
    ...(canReadBalances === undefined ? {} : { canReadBalances }),
    ...(canTrade === undefined ? {} : { canTrade }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
    ...(displayName === undefined ? {} : { displayName }),
  }),
  accounts: (body: Partial<RegisterTerms['accounts']> & { readonly displayName: string }) => ({
    displayName: body.displayName,
    ...(body.portfolioId === undefined ? {} : { portfolioId: orUnset(body.portfolioId) }),
    ...(body.credentialId === undefined ? {} : { credentialId: orUnset(body.credentialId) }),
    ...(body.exchangeId === undefined ? {} : { exchangeId: body.exchangeId }),
    ...(body.status === undefined ? {} : { status: body.status }),
  }),
  'account-addresses': (body: Partial<RegisterTerms['account-addresses']> & AddressBody) => ({
    accountId: body.accountId,
    assetId: orUnset(body.assetId),
    chain: body.chain,
    address: body.address,
    memo: body.memo ?? null,
    displayName: body.displayName ?? null,
  }),
  portfolios: ({ displayName }: RegisterTerms['portfolios']) => ({ displayName }),
  'asset-policies': (body: Partial<RegisterTerms['asset-policies']>) => ({
    assetId: orUnset(body.assetId),
    maxTicketAmount: moneyOrUnset(body.maxTicketAmount),
    approvalThresholdAmount: moneyOrUnset(body.approvalThresholdAmount),
    reconciliationToleranceAmount: moneyOrUnset(body.reconciliationToleranceAmount),
  }),
  'chain-policies': (body: Partial<RegisterTerms['chain-policies']> & { readonly chain: string }) => ({
    assetId: orUnset(body.assetId),
    chain: body.chain,
    minTransferAmount: moneyOrUnset(body.minTransferAmount),
    maxTransferAmount: moneyOrUnset(body.maxTransferAmount),
  }),
  'trading-policies': (body: Partial<RegisterTerms['trading-policies']>) => ({
    instrumentId: orUnset(body.instrumentId),
    maxOrderQty: moneyOrUnset(body.maxOrderQty),
    maxOrderNotional: moneyOrUnset(body.maxOrderNotional),
    maxOpenOrders: orUnset(body.maxOpenOrders),
    maxOrdersPerMinute: orUnset(body.maxOrdersPerMinute),
  }),
};

type AddressBody = Pick<RegisterTerms['account-addresses'], 'accountId' | 'chain' | 'address'>;
