/** An algos owner with a small register, for tests: commands at stated times, verdicts applied. */
import type {
  AlgoInstanceRow,
  AlgosCommand,
  Command,
  ConfigDocumentRow,
  CreateInstance,
  Fact,
  OrganisationStatus,
  Principal,
  UserRow,
  Verdict,
} from '../../gateway/facts.ts';
import { type AlgosState, documentOf } from '../owners/algos/state.ts';
import { algos } from '../owners/algos.ts';
import { runningOwner } from '../running-owner.ts';
import { ALGO_VERSIONS } from '../seed-data/algo-catalogue.ts';
import { INSTRUMENT } from './sample-market.ts';

export const START_NS = 1_767_571_200_000_000_000n;

export const MANAGER: Principal = { orgId: 1, userId: 1 };
export const OTHER_MANAGER: Principal = { orgId: 1, userId: 4 };
export const OUTSIDER: Principal = { orgId: 2, userId: 3 };
/** The principal of the engine and of the platform's own rules. */
const PLATFORM: Principal = { orgId: 1, userId: 0 };

export const organisation = (orgId: number, status: OrganisationStatus = 'ACTIVE'): Fact => ({
  kind: 'RegisterRecorded',
  family: 'orgs',
  row: {
    orgId,
    externalId: `o${orgId}`,
    displayName: 'O',
    status,
    sponsorOrgId: null,
    proposedByUserId: null,
    version: 1,
  },
});

export const user = (userId: number, of: Partial<UserRow> = {}): Fact => ({
  kind: 'RegisterRecorded',
  family: 'users',
  row: {
    userId,
    orgId: 1,
    subject: `u${userId}`,
    displayName: 'U',
    status: 'ACTIVE',
    capabilities: ['algos:manage'],
    version: 1,
    ...of,
  },
});

const account = (accountId: number, orgId: number): Fact => ({
  kind: 'RegisterRecorded',
  family: 'accounts',
  row: {
    accountId,
    orgId,
    portfolioId: null,
    displayName: `a${accountId}`,
    status: 'ACTIVE',
    exchangeId: 1,
    credentialId: 1,
    version: 1,
  },
});

/** Accounts 1 and 3 belong to the first organisation, 2 to the second; instruments 1 and 2 exist. */
const REGISTER: readonly Fact[] = [
  organisation(1),
  organisation(2),
  user(MANAGER.userId),
  user(2, { capabilities: ['orders:trade'] }),
  user(OUTSIDER.userId, { orgId: 2 }),
  user(OTHER_MANAGER.userId),
  account(1, 1),
  account(2, 2),
  account(3, 1),
  { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 1, symbol: 'BTC-USD' } },
  { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 2, symbol: 'ETH-USD' } },
  ...ALGO_VERSIONS.map((version): Fact => ({ kind: 'AlgoVersionRecorded', version })),
];

/** A valid document of the quoter: a test states the differences. */
export const QUOTES = { account: 1, instrument: 1, side: 'BUY', price: '50.00', qty: '0.01' };

export class SampleAlgos {
  readonly #owner = runningOwner(algos);
  #position = 0;
  #atNs = START_NS;

  constructor() {
    this.state(REGISTER);
  }

  get algos(): AlgosState {
    return this.#owner.state() as AlgosState;
  }

  get atNs(): string {
    return this.#atNs.toString();
  }

  /** Records facts as the register does. */
  state(facts: readonly Fact[]): void {
    this.#record(
      { owner: 'register', principal: PLATFORM, key: null, operation: 'x', body: { kind: 'state', facts } },
      { facts },
    );
  }

  send(body: AlgosCommand, principal: Principal = MANAGER): Verdict {
    const command: Command = { owner: 'algos', principal, key: `k${this.#position}`, operation: body.kind, body };
    const verdict = this.#owner.judge(this.#position + 1, (this.#atNs + 1000n).toString(), command);
    this.#record(command, verdict);
    return verdict;
  }

  create(of: Partial<CreateInstance> = {}, principal: Principal = MANAGER): Verdict {
    const body: CreateInstance = {
      kind: 'create-instance',
      algoVersionId: 1,
      pool: 'pool-a',
      displayName: 'one',
      remark: null,
      document: JSON.stringify(QUOTES),
      ...of,
    };
    return this.send(body, principal);
  }

  propose(instanceId: number, document: object | string, ifMatch: string | null = null, principal = MANAGER): Verdict {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    return this.send({ kind: 'propose-config', instanceId, ifMatch, document: text, remark: null }, principal);
  }

  move(kind: 'start' | 'stop' | 'delete', instanceId: number, principal: Principal = MANAGER): Verdict {
    return this.send({ kind, instanceId, remark: null }, principal);
  }

  halt(principal: Principal = MANAGER): Verdict {
    return this.send({ kind: 'halt-instances', remark: null }, principal);
  }

  /** The engine's verdict: a refusal if a detail is given. */
  judge(instanceId: number, seq: number, detail: string | null = null): Verdict {
    const outcome = detail === null ? 'APPLIED' : 'REFUSED';
    return this.send({ kind: 'engine-verdict', instanceId, seq, outcome, detail }, PLATFORM);
  }

  engineStops(instanceId: number, cause: 'ENGINE_STOPPED' | 'PLATFORM_STOPPED'): Verdict {
    return this.send({ kind: 'engine-stop', instanceId, cause, remark: null }, PLATFORM);
  }

  /** An instance in a state, with its first document applied. */
  instance(status: AlgoInstanceRow['status'] = 'STOPPED', principal: Principal = MANAGER): number {
    const { instanceId } = instanceOf(
      this.create({ document: JSON.stringify({ ...QUOTES, account: principal.orgId }) }, principal),
    );
    this.judge(instanceId, 1);
    if (status === 'STARTED') this.move('start', instanceId, principal);
    if (status === 'DELETED') this.move('delete', instanceId, principal);
    return instanceId;
  }

  row(instanceId: number): AlgoInstanceRow | undefined {
    return this.algos.instances.get(instanceId);
  }

  document(instanceId: number, seq: number): ConfigDocumentRow | undefined {
    return documentOf(this.algos, instanceId, seq);
  }

  #record(command: Command, verdict: Verdict): void {
    this.#position += 1;
    this.#atNs += 1000n;
    this.#owner.apply({ position: this.#position, atNs: this.#atNs.toString(), command, verdict });
  }
}

/** The instance in a verdict; throws if there is none. */
export function instanceOf({ facts, refused }: Verdict): AlgoInstanceRow {
  const fact = facts?.findLast((candidate) => candidate.kind === 'AlgoInstanceRecorded');
  if (fact === undefined) throw new Error(`no instance in this verdict: ${refused?.message}`);
  return fact.instance;
}

/** The document in a verdict; throws if there is none. */
export function documentIn({ facts, refused }: Verdict): ConfigDocumentRow {
  const fact = facts?.findLast((candidate) => candidate.kind === 'ConfigDocumentRecorded');
  if (fact === undefined) throw new Error(`no document in this verdict: ${refused?.message}`);
  return fact.config;
}
