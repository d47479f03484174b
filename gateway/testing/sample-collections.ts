/** For the test and the benchmark of the cost of a page: every collection of the gateway, in any size. */
import type { OperationId } from '../contract/routes.ts';
import { gatesAt } from '../contract/versions.ts';
import type { Fact, RegisterFamily, SequencedRecord } from '../facts.ts';
import type { ReadRequest } from '../routes/handler.ts';
import { READ_HANDLERS } from '../routes/handlers.ts';
import { AppliedState } from '../state/applied-state.ts';
import { CursorCodec } from '../state/cursor.ts';
import {
  balance,
  config,
  execution,
  INSTANCE_ID,
  instance,
  ORG_ID,
  order,
  registered,
  version,
} from './sample-rows.ts';

export type ListOperation = OperationId & `list${string}` & keyof typeof READ_HANDLERS;

export interface SampleCollection {
  readonly operation: ListOperation;
  /** The number of rows of a large collection. */
  readonly rows: number;
  /** Creates row `n`, from 1 on. */
  fact(n: number): Fact;
}

const ORDERS = 100_000;
const OTHERS = 10_000;

const REGISTER_LISTS = {
  orgs: 'listOrganisations',
  users: 'listUsers',
  credentials: 'listCredentials',
  accounts: 'listAccounts',
  'account-addresses': 'listAccountAddresses',
  portfolios: 'listPortfolios',
  'asset-policies': 'listAssetPolicies',
  'chain-policies': 'listChainPolicies',
  'trading-policies': 'listTradingPolicies',
} as const satisfies Record<RegisterFamily, ListOperation>;

// biome-ignore format: an aligned table
export const COLLECTIONS: readonly SampleCollection[] = [
  { operation: 'listOrders', rows: ORDERS, fact: (n) => order(n, null) },
  { operation: 'listExecutions', rows: OTHERS, fact: execution },
  ...(Object.keys(REGISTER_LISTS) as RegisterFamily[]).map((family) => ({
    operation: REGISTER_LISTS[family],
    rows: OTHERS,
    fact: (n: number) => registered(family, n),
  })),
  { operation: 'listAccountBalances', rows: OTHERS, fact: balance },
  { operation: 'listAlgoInstances', rows: OTHERS, fact: (n) => ({ kind: 'AlgoInstanceRecorded', instance: instance(n) }) },
  { operation: 'listAlgoConfigs', rows: OTHERS, fact: config },
  { operation: 'listAlgoOrders', rows: OTHERS, fact: (n) => order(n, INSTANCE_ID) },
  { operation: 'listAlgoVersions', rows: OTHERS, fact: version },
];

/** A state with one collection of an organisation only. */
export function collectionOf({ operation, fact }: SampleCollection, rows: number): (query: SampleQuery) => SamplePage {
  const state = new AppliedState();
  state.apply(recordOf(1, [{ kind: 'AlgoInstanceRecorded', instance: instance(INSTANCE_ID) }]));
  for (let n = 1; n <= rows; n += 1) state.apply(recordOf(n + 1, [fact(n)]));
  const services = { state, gates: gatesAt('0.14.0'), cursors: new CursorCodec(Buffer.from('a key')) };
  const caller = { user: { orgId: ORG_ID } };
  const params = { id: String(INSTANCE_ID) };
  return (query) => {
    const request = { services, caller, params, query: { includeTotal: false, view: 'latest', ...query } };
    return READ_HANDLERS[operation](request as unknown as ReadRequest) as unknown as SamplePage;
  };
}

export interface SampleQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export interface SamplePage {
  /** JSON text. */
  readonly body: string;
}

/** The cursor of the page farthest from the first that still has `limit` rows. */
export function farEndOf(page: (query: SampleQuery) => SamplePage, limit: number): string {
  let at: string | undefined;
  for (;;) {
    const { nextCursor } = JSON.parse(page({ limit, ...(at !== undefined && { cursor: at }) }).body);
    if (nextCursor === null) break;
    at = nextCursor as string;
  }
  if (at === undefined) throw new RangeError(`a collection of one page of ${limit} has no far end`);
  return at;
}

function recordOf(position: number, facts: readonly Fact[]): SequencedRecord {
  const principal = { orgId: 0, userId: 0 };
  const body = { kind: 'state', facts } as const;
  const command = { owner: 'register', principal, key: null, operation: 'state', body } as const;
  return { position, atNs: String(position * 1000), command, verdict: { facts } };
}
