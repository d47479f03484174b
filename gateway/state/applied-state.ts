import type {
  AccountRow,
  AlgoInstanceRow,
  AlgoVersionRow,
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
import { byInt64, byPair, byPoolAndVersion, Rows } from './rows.ts';

/**
 * What one member has applied of the platform's sequence: reads are served from it, at its position. It changes by
 * whole records in the order of the sequence and in no other way, so a position names one state (T4).
 */
export class AppliedState {
  readonly register: RegisterState = new RegisterState();
  #position = 0;
  #atNs: Ns | null = null;
  readonly #instruments: Map<number, InstrumentRow> = new Map();
  readonly #instrumentsBySymbol: Map<string, InstrumentRow> = new Map();
  readonly #orders = byOwner<OrderRow>(byInt64);
  readonly #executions = byOwner<ExecutionRow>(byInt64);
  readonly #balances = byOwner<BalanceRow>(byPair);
  readonly #balancesOfAccount = byOwner<BalanceRow>(byPair);
  #balancesRestatedAtNs: Ns = '0';
  readonly #algoInstances = byOwner<AlgoInstanceRow>(byInt64);
  readonly #algoConfigs = byOwner<ConfigDocumentRow>(byInt64);
  readonly #algoOrders = byOwner<OrderRow>(byInt64);
  /** The catalogue is the platform's own, of no organisation. */
  readonly algoVersions: Rows<string, AlgoVersionRow> = new Rows(byPoolAndVersion);
  readonly #waiting: { readonly position: number; readonly resolve: () => void }[] = [];

  /** 0 before the first change. */
  get position(): number {
    return this.#position;
  }

  /** The platform's time of the change that `position` names; null before the first. */
  get atNs(): Ns | null {
    return this.#atNs;
  }

  instrument(instrumentId: number): InstrumentRow | undefined {
    return this.#instruments.get(instrumentId);
  }

  instrumentNamed(symbol: string): InstrumentRow | undefined {
    return this.#instrumentsBySymbol.get(symbol);
  }

  /** An account of this organisation and no other's. */
  account(orgId: number, accountId: number): AccountRow | undefined {
    return this.register.rows('accounts', orgId).get(String(accountId));
  }

  orders(orgId: number): Rows<string, OrderRow> {
    return this.#orders(orgId);
  }

  executions(orgId: number): Rows<string, ExecutionRow> {
    return this.#executions(orgId);
  }

  /** All of the organisation's, or those of one account; an account that it does not hold has none. */
  balances(orgId: number, accountId?: number): Rows<string, BalanceRow> {
    return accountId === undefined ? this.#balances(orgId) : this.#balancesOfAccount(`${orgId}/${accountId}`);
  }

  /** When a balance was last seen: a heartbeat restates all at once, and replaces no row (BAL-05). */
  observedAtNs({ observedAtNs }: BalanceRow): Ns {
    return byInt64(observedAtNs, this.#balancesRestatedAtNs) < 0 ? this.#balancesRestatedAtNs : observedAtNs;
  }

  algoInstances(orgId: number): Rows<string, AlgoInstanceRow> {
    return this.#algoInstances(orgId);
  }

  /** An instance's documents, by seq. */
  algoConfigs(instanceId: number): Rows<string, ConfigDocumentRow> {
    return this.#algoConfigs(instanceId);
  }

  /** The orders that an instance placed. */
  algoOrders(instanceId: number): Rows<string, OrderRow> {
    return this.#algoOrders(instanceId);
  }

  algoVersion(pool: string, algoVersionId: number): AlgoVersionRow | undefined {
    return this.algoVersions.get(`${pool}/${algoVersionId}`);
  }

  /** Resolves once this member has applied the record at `position`: at once where it has. */
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

  #put(fact: Fact): void {
    switch (fact.kind) {
      case 'RegisterRecorded':
        this.register.put(fact);
        return;
      case 'InstrumentRecorded':
        this.#instruments.set(fact.instrument.instrumentId, fact.instrument);
        this.#instrumentsBySymbol.set(fact.instrument.symbol, fact.instrument);
        return;
      case 'OrderUpdated': {
        const { order } = fact;
        this.#orders(order.orgId).put(order.orderId, order);
        if (order.algoInstanceId !== null) this.#algoOrders(order.algoInstanceId).put(order.orderId, order);
        return;
      }
      case 'ExecutionRecorded':
        this.#executions(fact.execution.orgId).put(fact.execution.executionId, fact.execution);
        return;
      case 'BalanceRecorded': {
        const { orgId, accountId, assetId } = fact.balance;
        this.#balances(orgId).put(`${accountId}/${assetId}`, fact.balance);
        this.#balancesOfAccount(`${orgId}/${accountId}`).put(`${accountId}/${assetId}`, fact.balance);
        return;
      }
      case 'BalancesRestated':
        this.#balancesRestatedAtNs = fact.observedAtNs;
        return;
      case 'AlgoVersionRecorded':
        this.algoVersions.put(`${fact.version.pool}/${fact.version.algoVersionId}`, fact.version);
        return;
      case 'AlgoInstanceRecorded':
        this.#algoInstances(fact.instance.orgId).put(String(fact.instance.instanceId), fact.instance);
        return;
      case 'ConfigDocumentRecorded':
        this.#algoConfigs(fact.config.instanceId).put(String(fact.config.seq), fact.config);
        return;
      case 'AssetRecorded':
      case 'QuoteRecorded':
      case 'AlgosHalted':
        // Judged by the owners alone, or an answer and no row: no route of this member serves them.
        return;
    }
  }
}

/** Collections made as they are asked for: of an organisation, an account or an instance. */
function byOwner<Row>(compare: (left: string, right: string) => number): (owner: number | string) => Rows<string, Row> {
  const byName = new Map<number | string, Rows<string, Row>>();
  return (owner) => {
    let rows = byName.get(owner);
    if (rows === undefined) {
      rows = new Rows<string, Row>(compare);
      byName.set(owner, rows);
    }
    return rows;
  };
}
