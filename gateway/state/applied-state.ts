import type {
  AccountRow,
  AlgoInstanceRow,
  AlgoVersionRow,
  AssetRow,
  BalanceRow,
  ConfigDocumentRow,
  ExecutionRow,
  Fact,
  InstrumentRow,
  Ns,
  OrderRow,
  SequencedRecord,
} from '../facts.ts';
import { RegisterState } from './register-state.ts';
import { byInt64, byPair, byPoolAndVersion, Rows, RowsByName } from './rows.ts';

/**
 * The part of the platform's sequence that one member has applied: reads are served from it, at its position. It
 * changes only by whole records in the order of the sequence, so a position names one state (T4).
 */
export class AppliedState {
  #register: RegisterState = new RegisterState();
  #position = 0;
  #atNs: Ns | null = null;
  #assets: Map<number, AssetRow> = new Map();
  #instruments: Map<number, InstrumentRow> = new Map();
  #instrumentsBySymbol: Map<string, InstrumentRow> = new Map();
  #orders: RowsByName<OrderRow> = new RowsByName(byInt64);
  #executions: RowsByName<ExecutionRow> = new RowsByName(byInt64);
  #balances: RowsByName<BalanceRow> = new RowsByName(byPair);
  #balancesOfAccount: RowsByName<BalanceRow> = new RowsByName(byPair);
  #balancesRestatedAtNs: Ns = '0';
  /** The last heartbeat that saw the balances of a revoked credential, by credential. */
  #lastSeenAtNs: Map<number, Ns> = new Map();
  #algoInstances: RowsByName<AlgoInstanceRow> = new RowsByName(byInt64);
  #algoConfigs: RowsByName<ConfigDocumentRow> = new RowsByName(byInt64);
  #algoOrders: RowsByName<OrderRow> = new RowsByName(byInt64);
  #algoVersions: Rows<string, AlgoVersionRow> = new Rows(byPoolAndVersion);
  readonly #waiting: { readonly position: number; readonly resolve: () => void }[] = [];

  get register(): RegisterState {
    return this.#register;
  }

  /** The catalogue belongs to the platform, not to an organisation. */
  get algoVersions(): Rows<string, AlgoVersionRow> {
    return this.#algoVersions;
  }

  /** 0 before the first change. */
  get position(): number {
    return this.#position;
  }

  /** The platform's time of the change that `position` names; null before the first. */
  get atNs(): Ns | null {
    return this.#atNs;
  }

  asset(assetId: number): AssetRow | undefined {
    return this.#assets.get(assetId);
  }

  instrument(instrumentId: number): InstrumentRow | undefined {
    return this.#instruments.get(instrumentId);
  }

  instrumentNamed(symbol: string): InstrumentRow | undefined {
    return this.#instrumentsBySymbol.get(symbol);
  }

  /** An account of this organisation only. */
  account(orgId: number, accountId: number): AccountRow | undefined {
    return this.#register.rows('accounts', orgId).get(String(accountId));
  }

  orders(orgId: number): Rows<string, OrderRow> {
    return this.#orders.of(orgId);
  }

  executions(orgId: number): Rows<string, ExecutionRow> {
    return this.#executions.of(orgId);
  }

  /** All balances of the organisation, or those of one account; another organisation's account has none. */
  balances(orgId: number, accountId?: number): Rows<string, BalanceRow> {
    return accountId === undefined ? this.#balances.of(orgId) : this.#balancesOfAccount.of(`${orgId}/${accountId}`);
  }

  /**
   * When a balance was last observed: a heartbeat restates all at once and replaces no row (BAL-05). Balances of a
   * revoked credential keep the time of the last heartbeat before its revocation.
   */
  observedAtNs({ observedAtNs, credentialId }: BalanceRow): Ns {
    const restatedAtNs = this.#lastSeenAtNs.get(credentialId) ?? this.#balancesRestatedAtNs;
    return byInt64(observedAtNs, restatedAtNs) < 0 ? restatedAtNs : observedAtNs;
  }

  algoInstances(orgId: number): Rows<string, AlgoInstanceRow> {
    return this.#algoInstances.of(orgId);
  }

  /** An instance's documents, by seq. */
  algoConfigs(instanceId: number): Rows<string, ConfigDocumentRow> {
    return this.#algoConfigs.of(instanceId);
  }

  /** The orders that an instance placed. */
  algoOrders(instanceId: number): Rows<string, OrderRow> {
    return this.#algoOrders.of(instanceId);
  }

  algoVersion(pool: string, algoVersionId: number): AlgoVersionRow | undefined {
    return this.#algoVersions.get(`${pool}/${algoVersionId}`);
  }

  /** Resolves once this member has applied the record at `position`; at once if it already has. */
  async reached(position: number): Promise<void> {
    if (position <= this.#position) return;
    await new Promise<void>((resolve) => this.#waiting.push({ position, resolve }));
  }

  apply(record: SequencedRecord): void {
    this.#position = record.position;
    this.#atNs = record.atNs;
    for (const fact of record.verdict.facts ?? []) this.#put(fact);
    for (let index = this.#waiting.length - 1; index >= 0; index -= 1) {
      if ((this.#waiting[index]?.position ?? 0) <= this.#position) this.#waiting.splice(index, 1)[0]?.resolve();
    }
  }

  /** An independent copy, for another member to continue from; it shares what neither has changed since. */
  fork(): AppliedState {
    const fork = new AppliedState();
    fork.#register = this.#register.fork();
    fork.#position = this.#position;
    fork.#atNs = this.#atNs;
    fork.#assets = new Map(this.#assets);
    fork.#instruments = new Map(this.#instruments);
    fork.#instrumentsBySymbol = new Map(this.#instrumentsBySymbol);
    fork.#orders = this.#orders.fork();
    fork.#executions = this.#executions.fork();
    fork.#balances = this.#balances.fork();
    fork.#balancesOfAccount = this.#balancesOfAccount.fork();
    fork.#balancesRestatedAtNs = this.#balancesRestatedAtNs;
    fork.#lastSeenAtNs = new Map(this.#lastSeenAtNs);
    fork.#algoInstances = this.#algoInstances.fork();
    fork.#algoConfigs = this.#algoConfigs.fork();
    fork.#algoOrders = this.#algoOrders.fork();
    fork.#algoVersions = this.#algoVersions.fork();
    return fork;
  }

  #put(fact: Fact): void {
    switch (fact.kind) {
      case 'RegisterRecorded':
        this.#register.put(fact);
        if (
          fact.family === 'credentials' &&
          fact.row.status === 'REVOKED' &&
          !this.#lastSeenAtNs.has(fact.row.credentialId)
        )
          this.#lastSeenAtNs.set(fact.row.credentialId, this.#balancesRestatedAtNs);
        return;
      case 'InstrumentRecorded':
        this.#instruments.set(fact.instrument.instrumentId, fact.instrument);
        this.#instrumentsBySymbol.set(fact.instrument.symbol, fact.instrument);
        return;
      case 'OrderUpdated': {
        const { order } = fact;
        this.#orders.put(order.orgId, order.orderId, order);
        if (order.algoInstanceId !== null) this.#algoOrders.put(order.algoInstanceId, order.orderId, order);
        return;
      }
      case 'ExecutionRecorded':
        this.#executions.put(fact.execution.orgId, fact.execution.executionId, fact.execution);
        return;
      case 'BalanceRecorded': {
        const { orgId, accountId, assetId } = fact.balance;
        this.#balances.put(orgId, `${accountId}/${assetId}`, fact.balance);
        this.#balancesOfAccount.put(`${orgId}/${accountId}`, `${accountId}/${assetId}`, fact.balance);
        return;
      }
      case 'BalancesRestated':
        this.#balancesRestatedAtNs = fact.observedAtNs;
        return;
      case 'AlgoVersionRecorded':
        this.#algoVersions.put(`${fact.version.pool}/${fact.version.algoVersionId}`, fact.version);
        return;
      case 'AlgoInstanceRecorded':
        this.#algoInstances.put(fact.instance.orgId, String(fact.instance.instanceId), fact.instance);
        return;
      case 'ConfigDocumentRecorded':
        this.#algoConfigs.put(fact.config.instanceId, String(fact.config.seq), fact.config);
        return;
      case 'AssetRecorded':
        this.#assets.set(fact.asset.assetId, fact.asset);
        return;
      case 'QuoteRecorded':
      case 'AlgosHalted':
        // Only owners use these facts, or they answer a command without a row: no route serves them.
        return;
    }
  }
}
