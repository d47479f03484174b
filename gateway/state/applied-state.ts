import type {
  AccountRow,
  ExecutionRow,
  Fact,
  InstrumentRow,
  Ns,
  OrderRow,
  OrganisationRow,
  SequencedRecord,
  UserRow,
} from '../facts.ts';
import { byInt64, Rows } from './rows.ts';

/**
 * What one member has applied of the platform's sequence: reads are served from it, at its position. It changes by
 * whole records in the order of the sequence and in no other way, so a position names one state (T4).
 */
export class AppliedState {
  #position = 0;
  #atNs: Ns | null = null;
  readonly #organisations: Map<string, OrganisationRow> = new Map();
  readonly #users: Map<string, UserRow> = new Map();
  readonly #instruments: Map<number, InstrumentRow> = new Map();
  readonly #instrumentsBySymbol: Map<string, InstrumentRow> = new Map();
  readonly #accounts: Map<number, AccountRow> = new Map();
  readonly #accountsByName: Map<string, AccountRow> = new Map();
  readonly #orders: Map<number, Rows<string, OrderRow>> = new Map();
  readonly #executions: Map<number, Rows<string, ExecutionRow>> = new Map();
  readonly #waiting: { readonly position: number; readonly resolve: () => void }[] = [];

  /** 0 before the first change. */
  get position(): number {
    return this.#position;
  }

  /** The platform's time of the change that `position` names; null before the first. */
  get atNs(): Ns | null {
    return this.#atNs;
  }

  organisationNamed(externalId: string): OrganisationRow | undefined {
    return this.#organisations.get(externalId);
  }

  userNamed(orgId: number, subject: string): UserRow | undefined {
    return this.#users.get(`${orgId}/${subject}`);
  }

  instrument(instrumentId: number): InstrumentRow | undefined {
    return this.#instruments.get(instrumentId);
  }

  instrumentNamed(symbol: string): InstrumentRow | undefined {
    return this.#instrumentsBySymbol.get(symbol);
  }

  /** An account of this organisation and no other's. */
  account(orgId: number, accountId: number): AccountRow | undefined {
    const account = this.#accounts.get(accountId);
    return account?.orgId === orgId ? account : undefined;
  }

  accountNamed(orgId: number, displayName: string): AccountRow | undefined {
    return this.#accountsByName.get(`${orgId}/${displayName}`);
  }

  orders(orgId: number): Rows<string, OrderRow> {
    return rowsOf(this.#orders, orgId);
  }

  executions(orgId: number): Rows<string, ExecutionRow> {
    return rowsOf(this.#executions, orgId);
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
      case 'OrganisationRecorded':
        this.#organisations.set(fact.organisation.externalId, fact.organisation);
        return;
      case 'UserRecorded':
        this.#users.set(`${fact.user.orgId}/${fact.user.subject}`, fact.user);
        return;
      case 'InstrumentRecorded':
        this.#instruments.set(fact.instrument.instrumentId, fact.instrument);
        this.#instrumentsBySymbol.set(fact.instrument.symbol, fact.instrument);
        return;
      case 'AccountRecorded':
        this.#putAccount(fact.account);
        return;
      case 'OrderUpdated':
        this.orders(fact.order.orgId).put(fact.order.orderId, fact.order);
        return;
      case 'ExecutionRecorded':
        this.executions(fact.execution.orgId).put(fact.execution.executionId, fact.execution);
        return;
      case 'AssetRecorded':
      case 'QuoteRecorded':
      case 'PortfolioRecorded':
      case 'TradingPolicyRecorded':
        // Judged by the owners alone: no route of this member serves them yet.
        return;
    }
  }

  /** A name is bound to one account: a rename frees the old one, and a DISCOVERED account binds none (REG-06). */
  #putAccount(account: AccountRow): void {
    const before = this.#accounts.get(account.accountId);
    if (before?.displayName != null) this.#accountsByName.delete(`${before.orgId}/${before.displayName}`);
    this.#accounts.set(account.accountId, account);
    if (account.displayName !== null) this.#accountsByName.set(`${account.orgId}/${account.displayName}`, account);
  }
}

function rowsOf<Row>(byOrganisation: Map<number, Rows<string, Row>>, orgId: number): Rows<string, Row> {
  let rows = byOrganisation.get(orgId);
  if (rows === undefined) {
    rows = new Rows<string, Row>(byInt64);
    byOrganisation.set(orgId, rows);
  }
  return rows;
}
