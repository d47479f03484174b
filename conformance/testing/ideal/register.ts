/**
 * The register of the ideal member, with a few rows: users, portfolios, accounts, and policies that are proposed and
 * approved.
 */
import type { IdealAnswer, IdealOwner, IdealWrite, Row } from './owner.ts';
import { accepted, refusal } from './owner.ts';

const EVERY_CAPABILITY = ['users:manage', 'orders:trade', 'credentials:approve', 'algos:manage'];

/** Users by actor; POST /users creates the clerk. */
const USERS: Readonly<Record<string, { readonly organisation: string; readonly capabilities: readonly string[] }>> = {
  admin: { organisation: 'first', capabilities: EVERY_CAPABILITY },
  trader: { organisation: 'first', capabilities: ['orders:trade'] },
  viewer: { organisation: 'first', capabilities: [] },
  deputy: { organisation: 'first', capabilities: EVERY_CAPABILITY },
  outsider: { organisation: 'second', capabilities: EVERY_CAPABILITY },
};

const POLICIES = /^\/(asset|chain|trading)-policies$/;
const KEYS: Readonly<Record<string, string>> = {
  '/users': 'userId',
  '/accounts': 'accountId',
  '/portfolios': 'portfolioId',
  '/credentials': 'credentialId',
  '/orgs': 'orgId',
  '/account-addresses': 'accountAddressId',
  '/asset-policies': 'assetPolicyId',
  '/chain-policies': 'chainPolicyId',
  '/trading-policies': 'tradingPolicyId',
};
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  '/asset-policies': ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  '/chain-policies': ['minTransferAmount', 'maxTransferAmount'],
  '/trading-policies': ['maxOrderQty', 'maxOrderNotional'],
};

const MOVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PROPOSED: { approve: 'ACTIVE', withdraw: 'WITHDRAWN' },
  ACTIVE: { halt: 'HALTED', retire: 'RETIRED' },
  HALTED: { resume: 'ACTIVE', retire: 'RETIRED' },
};

interface Held {
  readonly row: Row;
  readonly approved: Row | undefined;
}

/** Record owner of register rows, in memory: versions, the two views, proposals and reviews. */
export class IdealRegister implements IdealOwner {
  /** By organisation and collection, by id. */
  readonly #held = new Map<string, Map<number, Held>>();

  constructor() {
    for (const [i, [subject, { organisation, capabilities }]] of Object.entries(USERS).entries()) {
      this.#put(organisation, '/users', {
        userId: i + 1,
        subject,
        displayName: subject,
        capabilities,
        status: 'ACTIVE',
        version: 1,
      });
    }
    for (const [i, organisation] of ['first', 'second'].entries()) {
      this.#put(organisation, '/orgs', { orgId: i + 1, displayName: organisation, version: 1 });
      const account = {
        accountId: i + 1,
        displayName: organisation === 'first' ? 'main' : 'theirs',
        exchangeId: 1,
        credentialId: 1,
      };
      this.#put(organisation, '/accounts', { ...account, version: 1 });
      for (const id of [1, 2])
        this.#put(organisation, '/portfolios', { portfolioId: i * 2 + id, displayName: `${id}`, version: 1 });
    }
  }

  user(subject: string): Row | undefined {
    const users = ['first', 'second'].flatMap((organisation) => this.rows(organisation, '/users', 'latest') ?? []);
    return users.find((row) => row['subject'] === subject);
  }

  isGranted({ organisation, userId }: Pick<IdealWrite, 'organisation' | 'userId'>, scope: string): boolean {
    const row = this.#of(organisation, '/users').get(userId)?.row;
    return ((row?.['capabilities'] ?? []) as readonly string[]).includes(scope);
  }

  hasAccountNamed(organisation: string, name: unknown): boolean {
    return (this.rows(organisation, '/accounts', 'latest') ?? []).some((row) => row['displayName'] === name);
  }

  rows(organisation: string, route: string, view: string): readonly Row[] | undefined {
    if (KEYS[route] === undefined) return undefined;
    const held = [...this.#of(organisation, route).values()];
    return view === 'approved'
      ? held.map(({ approved }) => approved).filter((row) => row !== undefined)
      : held.map(({ row }) => row);
  }

  row(organisation: string, path: string, view: string): Row | undefined {
    const [, route = '', id = ''] = /^(\/[a-z-]+)\/([0-9]+)$/.exec(path) ?? [];
    const held = KEYS[route] === undefined ? undefined : this.#of(organisation, route).get(Number(id));
    return view === 'approved' ? held?.approved : held?.row;
  }

  judge(write: IdealWrite): IdealAnswer | undefined {
    const [, route = '', id, arm] = /^(\/[a-z-]+)(?:\/([0-9]+))?(?:\/([a-z]+))?$/.exec(write.path) ?? [];
    if (KEYS[route] === undefined) return undefined;
    const needed = arm === 'approve' ? 'credentials:approve' : 'users:manage';
    if (!this.isGranted(write, needed)) return refusal(403, 'CAPABILITY_DENIED');
    if (id === undefined) return this.#create(write, route);
    const held = this.#of(write.organisation, route).get(Number(id));
    if (held === undefined) return refusal(404, 'NOT_FOUND');
    const { version } = held.row;
    if (write.ifMatch !== undefined && write.ifMatch !== '*' && write.ifMatch !== `"${version}"`)
      return refusal(412, 'VERSION_CONFLICT');
    if (!POLICIES.test(route)) return this.#change(write.organisation, route, held, termsOf(route, write.body));
    return arm === undefined ? this.#amend(write, route, held) : this.#move(write, route, held, arm);
  }

  #create({ organisation, userId, body, position }: IdealWrite, route: string): IdealAnswer {
    const id = { [KEYS[route] ?? '']: 1_000 + position };
    const isProposed = POLICIES.test(route);
    const standing = isProposed
      ? { status: 'PROPOSED', pendingTransition: null, proposedByUserId: userId }
      : { status: 'ACTIVE' };
    const row = { ...id, ...termsOf(route, body), ...standing, version: 1 };
    this.#put(organisation, route, row, isProposed ? undefined : row);
    return accepted(201, row);
  }

  #change(organisation: string, route: string, { row }: Held, terms: Row): IdealAnswer {
    const next = { ...row, ...terms, version: Number(row['version']) + 1 };
    this.#put(organisation, route, next);
    return accepted(200, next);
  }

  #amend({ organisation, userId, body }: IdealWrite, route: string, { row, approved }: Held): IdealAnswer {
    if (row['status'] !== 'PROPOSED' && row['status'] !== 'ACTIVE') return refusal(409, 'TRANSITION_NOT_ADMITTED');
    const pendingTransition = approved === undefined ? null : 'AMEND';
    const standing = { pendingTransition, proposedByUserId: userId, version: Number(row['version']) + 1 };
    const next = { ...row, ...termsOf(route, body), ...standing };
    this.#put(organisation, route, next, approved);
    return accepted(200, next);
  }

  #move({ organisation, userId }: IdealWrite, route: string, { row, approved }: Held, arm: string): IdealAnswer {
    const isProposer = row['proposedByUserId'] === userId;
    if (arm === 'approve' && isProposer) return refusal(403, 'SELF_APPROVAL');
    if (arm === 'withdraw' && !isProposer) return refusal(403, 'NOT_PROPOSER');
    const version = Number(row['version']) + 1;
    const waits = row['pendingTransition'] !== null;
    const status =
      waits && (arm === 'approve' || arm === 'withdraw') ? row['status'] : MOVES[`${row['status']}`]?.[arm];
    if (status === undefined) return refusal(409, 'TRANSITION_NOT_ADMITTED');
    const base = waits && arm !== 'approve' && approved !== undefined && status !== 'HALTED' ? approved : row;
    const isReviewed = arm === 'approve' || arm === 'withdraw' || status === 'RETIRED';
    const next = { ...base, status, ...(isReviewed && { pendingTransition: null }), version };
    this.#put(organisation, route, next, status === 'WITHDRAWN' ? undefined : isReviewed || !waits ? next : approved);
    return accepted(200, next);
  }

  #of(organisation: string, route: string): Map<number, Held> {
    const name = `${organisation}${route}`;
    const held = this.#held.get(name) ?? new Map<number, Held>();
    this.#held.set(name, held);
    return held;
  }

  #put(organisation: string, route: string, row: Row, approved: Row | undefined = row): void {
    this.#of(organisation, route).set(Number(row[KEYS[route] ?? '']), { row, approved });
  }
}

function termsOf(route: string, { remark: _, ...terms }: Row): Row {
  if (route === '/users') {
    const names = terms['capabilities'] as readonly string[];
    return { ...terms, capabilities: names.map((name) => (name === 'TRADER' ? 'orders:trade' : name)) };
  }
  const amounts = (AMOUNTS[route] ?? []).map((name) => [name, Number(terms[name] ?? 0) === 0 ? null : terms[name]]);
  return { ...terms, ...Object.fromEntries(amounts) };
}
