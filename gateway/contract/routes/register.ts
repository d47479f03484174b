import type { Arm, RegisterFamily } from '../../facts.ts';
import type { ShapeName } from '../shapes/shapes.ts';
import { PAGE, type RouteRow, type View } from './route-row.ts';

const VIEWS: readonly View[] = ['latest', 'approved'];

/** The routes of one collection, and the names of its operations, bodies and rows. */
function collectionOf<const Family extends RegisterFamily>(family: Family, tag: string, row: ShapeName, id: string) {
  const of = { tag, family } as const;
  const write = { ...of, column: 'write', query: [], owner: 'register' } as const;
  return {
    list: (page: ShapeName, summary: string) =>
      ({
        ...of,
        method: 'GET',
        path: `/${family}`,
        column: 'read',
        summary,
        query: PAGE,
        views: VIEWS,
        answers: { status: 200, body: page },
      }) as const,
    get: (summary: string) =>
      ({
        ...of,
        method: 'GET',
        path: `/${family}/:id`,
        column: 'read',
        summary,
        query: ['view'],
        views: VIEWS,
        answers: { status: 200, body: row, etag: true },
      }) as const,
    create: (body: ShapeName, summary: string) =>
      ({ ...write, method: 'POST', path: `/${family}`, summary, body, answers: { status: 201, body: row } }) as const,
    restate: (body: ShapeName, summary: string) =>
      ({
        ...write,
        method: 'PUT',
        path: `/${family}/:id`,
        summary,
        body,
        restates: { [id]: 'id', version: 'ifMatch' },
        ifMatch: 'honoured',
        answers: { status: 200, body: row },
      }) as const,
    move: (arm: Arm, summary: string) =>
      ({
        ...write,
        method: 'POST',
        path: `/${family}/:id/${arm}`,
        summary,
        body: 'ArmBody',
        bodyRequired: false,
        restates: { version: 'ifMatch' },
        ifMatch: 'honoured',
        answers: { status: 200, body: row },
      }) as const,
  };
}

const orgs = collectionOf('orgs', 'Organisations', 'Organisation', 'orgId');
const users = collectionOf('users', 'Users', 'User', 'userId');
const credentials = collectionOf('credentials', 'Credentials', 'Credential', 'credentialId');
const accounts = collectionOf('accounts', 'Accounts', 'Account', 'accountId');
const addresses = collectionOf('account-addresses', 'Account addresses', 'AccountAddress', 'accountAddressId');
const portfolios = collectionOf('portfolios', 'Portfolios', 'Portfolio', 'portfolioId');
const assetPolicies = collectionOf('asset-policies', 'Asset policies', 'AssetPolicy', 'assetPolicyId');
const chainPolicies = collectionOf('chain-policies', 'Chain policies', 'ChainPolicy', 'chainPolicyId');
const tradingPolicies = collectionOf('trading-policies', 'Trading policies', 'TradingPolicy', 'tradingPolicyId');

/** The nine register collections and their writes. */
export const REGISTER_ROUTES = {
  listOrganisations: orgs.list('OrganisationPage', 'The caller’s organisation, and those that it proposed'),
  getOrganisation: orgs.get('One organisation'),
  createOrganisation: orgs.create('CreateOrganisationBody', 'Propose an organisation; it awaits its approval'),
  restateOrganisation: orgs.restate('RestateOrganisationBody', 'Restate an organisation'),
  approveOrganisation: orgs.move('approve', 'Activate a proposed organisation'),
  suspendOrganisation: orgs.move('suspend', 'Suspend an organisation'),
  reactivateOrganisation: orgs.move('reactivate', 'Reactivate a suspended organisation'),
  retireOrganisation: orgs.move('retire', 'Retire an organisation for good'),

  listUsers: { ...users.list('UserPage', 'The organisation’s users'), query: [...PAGE, 'status'] },
  getUser: users.get('One user'),
  createUser: users.create('CreateUserBody', 'Create a user before their first request'),
  restateUser: users.restate(
    'RestateUserBody',
    'Restate a user: the whole capability set, and whether they are disabled',
  ),

  listCredentials: credentials.list('CredentialPage', 'The organisation’s venue credentials'),
  getCredential: credentials.get('One credential'),
  createCredential: {
    ...credentials.create('CreateCredentialBody', 'Propose a credential; its material goes to the intake'),
    intake: true,
  },
  amendCredential: credentials.restate('AmendCredentialBody', 'Amend what a credential may do'),
  rotateCredential: {
    ...credentials.move('rotate', 'Propose new material for a credential'),
    body: 'RotateCredentialBody',
    bodyRequired: true,
    intake: true,
  },
  approveCredential: credentials.move('approve', 'Approve what waits on a credential'),
  suspendCredential: credentials.move('suspend', 'Suspend a credential'),
  reactivateCredential: credentials.move('reactivate', 'Reactivate a suspended credential'),
  revokeCredential: credentials.move('revoke', 'Revoke a credential for good'),
  withdrawCredential: credentials.move('withdraw', 'Withdraw what waits on a credential'),

  listAccounts: accounts.list('AccountPage', 'The organisation’s accounts'),
  getAccount: accounts.get('One account'),
  createAccount: accounts.create('CreateAccountBody', 'Create an account'),
  restateAccount: accounts.restate('RestateAccountBody', 'Rename, classify or move an account'),

  listAccountAddresses: addresses.list('AccountAddressPage', 'The deposit addresses of the organisation’s accounts'),
  getAccountAddress: addresses.get('One account address'),
  createAccountAddress: addresses.create('CreateAccountAddressBody', 'Create an account address'),
  restateAccountAddress: addresses.restate('RestateAccountAddressBody', 'Restate an account address'),

  listPortfolios: portfolios.list('PortfolioPage', 'The organisation’s portfolios'),
  getPortfolio: portfolios.get('One portfolio'),
  createPortfolio: portfolios.create('CreatePortfolioBody', 'Create a portfolio'),
  restatePortfolio: portfolios.restate('RestatePortfolioBody', 'Restate a portfolio'),

  listAssetPolicies: assetPolicies.list('AssetPolicyPage', 'The organisation’s asset policies'),
  getAssetPolicy: assetPolicies.get('One asset policy'),
  createAssetPolicy: assetPolicies.create('CreateAssetPolicyBody', 'Propose an asset policy'),
  restateAssetPolicy: assetPolicies.restate('RestateAssetPolicyBody', 'Propose new terms of an asset policy'),
  approveAssetPolicy: assetPolicies.move('approve', 'Approve what waits on an asset policy'),
  retireAssetPolicy: assetPolicies.move('retire', 'Retire an asset policy for good'),
  withdrawAssetPolicy: assetPolicies.move('withdraw', 'Withdraw what waits on an asset policy'),
  haltAssetPolicy: assetPolicies.move('halt', 'Halt what an asset policy governs'),
  resumeAssetPolicy: assetPolicies.move('resume', 'Resume what an asset policy governs'),

  listChainPolicies: chainPolicies.list('ChainPolicyPage', 'The organisation’s chain policies'),
  getChainPolicy: chainPolicies.get('One chain policy'),
  createChainPolicy: chainPolicies.create('CreateChainPolicyBody', 'Propose a chain policy'),
  restateChainPolicy: chainPolicies.restate('RestateChainPolicyBody', 'Propose new terms of a chain policy'),
  approveChainPolicy: chainPolicies.move('approve', 'Approve what waits on a chain policy'),
  retireChainPolicy: chainPolicies.move('retire', 'Retire a chain policy for good'),
  withdrawChainPolicy: chainPolicies.move('withdraw', 'Withdraw what waits on a chain policy'),
  haltChainPolicy: chainPolicies.move('halt', 'Halt what a chain policy governs'),
  resumeChainPolicy: chainPolicies.move('resume', 'Resume what a chain policy governs'),

  listTradingPolicies: tradingPolicies.list('TradingPolicyPage', 'The organisation’s trading policies'),
  getTradingPolicy: tradingPolicies.get('One trading policy'),
  createTradingPolicy: tradingPolicies.create('CreateTradingPolicyBody', 'Propose a trading policy'),
  restateTradingPolicy: tradingPolicies.restate('RestateTradingPolicyBody', 'Propose new terms of a trading policy'),
  approveTradingPolicy: tradingPolicies.move('approve', 'Approve what waits on a trading policy'),
  retireTradingPolicy: tradingPolicies.move('retire', 'Retire a trading policy for good'),
  withdrawTradingPolicy: tradingPolicies.move('withdraw', 'Withdraw what waits on a trading policy'),
  haltTradingPolicy: tradingPolicies.move('halt', 'Halt trading that a policy governs'),
  resumeTradingPolicy: tradingPolicies.move('resume', 'Resume trading that a policy governs'),
} as const satisfies Record<string, RouteRow>;
