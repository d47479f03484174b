import type { OperationId, ROUTES } from '../contract/routes.ts';
import { createAccount } from './accounts.ts';
import {
  createAlgoInstance,
  getAlgoConfig,
  getAlgoInstance,
  haltAlgos,
  listAlgoConfigs,
  listAlgoInstances,
  listAlgoOrders,
  listAlgoVersions,
  moveInstance,
  putAlgoConfig,
} from './algos.ts';
import { listAccountBalances } from './balances.ts';
import { getContract, getSocketContract } from './contract.ts';
import { amendCredential, createCredential, rotateCredential } from './credentials.ts';
import { getDocs, getDocsBundle, getDocsStart, getDocsStyle, getSocketDocsScript, getSocketDocsStyle } from './docs.ts';
import { getExecution, listExecutions } from './executions.ts';
import type { OpenHandler, ReadHandler, WriteHandler } from './handler.ts';
import { getMe } from './me.ts';
import { getOperation } from './operations.ts';
import { cancelOrder, getOrder, listOrders, submitOrder } from './orders.ts';
import { createOf, listOf, moveOf, restateOf, rowOf } from './register.ts';

/** The operations of one column: the compiler reports a missing one in the tables below. */
type Of<Wanted extends string> = {
  [Operation in OperationId]: (typeof ROUTES)[Operation]['column'] extends Wanted ? Operation : never;
}[OperationId];

/** The handler of each route without authentication. */
export const OPEN_HANDLERS: Readonly<Record<Of<'open'>, OpenHandler>> = {
  getContract,
  getDocs,
  getDocsStyle,
  getDocsBundle,
  getDocsStart,
  getSocketDocsStyle,
  getSocketDocsContract: getSocketContract,
  getDocsContract: getContract,
  getSocketDocsScript,
};

/** The handler of each read. */
export const READ_HANDLERS: Readonly<Record<Of<'me' | 'read'>, ReadHandler>> = {
  getMe,
  getSocketContract,
  getOperation,
  listOrders,
  getOrder,
  listExecutions,
  getExecution,
  listOrganisations: listOf('orgs'),
  getOrganisation: rowOf('orgs'),
  listUsers: listOf('users'),
  getUser: rowOf('users'),
  listCredentials: listOf('credentials'),
  getCredential: rowOf('credentials'),
  listAccounts: listOf('accounts'),
  getAccount: rowOf('accounts'),
  listAccountAddresses: listOf('account-addresses'),
  getAccountAddress: rowOf('account-addresses'),
  listPortfolios: listOf('portfolios'),
  getPortfolio: rowOf('portfolios'),
  listAssetPolicies: listOf('asset-policies'),
  getAssetPolicy: rowOf('asset-policies'),
  listChainPolicies: listOf('chain-policies'),
  getChainPolicy: rowOf('chain-policies'),
  listTradingPolicies: listOf('trading-policies'),
  getTradingPolicy: rowOf('trading-policies'),
  listAccountBalances,
  listAlgoInstances,
  getAlgoInstance,
  listAlgoConfigs,
  getAlgoConfig,
  listAlgoOrders,
  listAlgoVersions,
};

/** The handler of each write. */
export const WRITE_HANDLERS: Readonly<Record<Of<'write'>, WriteHandler>> = {
  submitOrder,
  cancelOrder,
  createOrganisation: createOf('orgs'),
  restateOrganisation: restateOf('orgs'),
  approveOrganisation: moveOf('orgs', 'approve'),
  suspendOrganisation: moveOf('orgs', 'suspend'),
  reactivateOrganisation: moveOf('orgs', 'reactivate'),
  retireOrganisation: moveOf('orgs', 'retire'),
  createUser: createOf('users'),
  restateUser: restateOf('users'),
  createCredential,
  amendCredential,
  rotateCredential,
  approveCredential: moveOf('credentials', 'approve'),
  suspendCredential: moveOf('credentials', 'suspend'),
  reactivateCredential: moveOf('credentials', 'reactivate'),
  revokeCredential: moveOf('credentials', 'revoke'),
  withdrawCredential: moveOf('credentials', 'withdraw'),
  createAccount,
  restateAccount: restateOf('accounts'),
  createAccountAddress: createOf('account-addresses'),
  restateAccountAddress: restateOf('account-addresses'),
  createPortfolio: createOf('portfolios'),
  restatePortfolio: restateOf('portfolios'),
  createAssetPolicy: createOf('asset-policies'),
  restateAssetPolicy: restateOf('asset-policies'),
  approveAssetPolicy: moveOf('asset-policies', 'approve'),
  retireAssetPolicy: moveOf('asset-policies', 'retire'),
  withdrawAssetPolicy: moveOf('asset-policies', 'withdraw'),
  haltAssetPolicy: moveOf('asset-policies', 'halt'),
  resumeAssetPolicy: moveOf('asset-policies', 'resume'),
  createChainPolicy: createOf('chain-policies'),
  restateChainPolicy: restateOf('chain-policies'),
  approveChainPolicy: moveOf('chain-policies', 'approve'),
  retireChainPolicy: moveOf('chain-policies', 'retire'),
  withdrawChainPolicy: moveOf('chain-policies', 'withdraw'),
  haltChainPolicy: moveOf('chain-policies', 'halt'),
  resumeChainPolicy: moveOf('chain-policies', 'resume'),
  createTradingPolicy: createOf('trading-policies'),
  restateTradingPolicy: restateOf('trading-policies'),
  approveTradingPolicy: moveOf('trading-policies', 'approve'),
  retireTradingPolicy: moveOf('trading-policies', 'retire'),
  withdrawTradingPolicy: moveOf('trading-policies', 'withdraw'),
  haltTradingPolicy: moveOf('trading-policies', 'halt'),
  resumeTradingPolicy: moveOf('trading-policies', 'resume'),
  createAlgoInstance,
  putAlgoConfig,
  startAlgoInstance: moveInstance('start'),
  stopAlgoInstance: moveInstance('stop'),
  deleteAlgoInstance: moveInstance('delete'),
  haltAlgos,
};
