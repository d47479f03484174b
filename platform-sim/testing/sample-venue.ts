/** For tests of the venues: a platform with what they reported to it. */
import type { BalanceRow, Fact, RecordReadings, SequencedRecord, SubmitOrder } from '../../gateway/facts.ts';
import { PLATFORM, registered } from './sample-owner.ts';
import { SamplePlatform } from './sample-platform.ts';

export const MINUTE_MS = 60_000;

/** `accountId/assetId` of each balance that one report changed. */
export type Changed = readonly string[];

export class SampleVenue extends SamplePlatform {
  #keys = 0;

  /** The id of a submitted order: a BUY that rests, with the stated differences. */
  async open(of: Partial<SubmitOrder> = {}): Promise<string> {
    this.#keys += 1;
    return this.orderOf(await this.submit(`open-${this.#keys}`, of)).orderId;
  }

  /** The code with which an order at the market is refused. */
  async refusedAtMarket(): Promise<string | undefined> {
    this.#keys += 1;
    return this.recordOf(await this.submit(`market-${this.#keys}`, { price: null })).verdict.refused?.code;
  }

  /** Records facts as the register does. */
  async know(...facts: readonly Fact[]): Promise<void> {
    const command = { owner: 'register', principal: PLATFORM, key: null, operation: 'state' } as const;
    await this.port.submit({ ...command, body: { kind: 'state', facts } });
  }

  /** An account of the second organisation that no user has classified, with the stated differences. */
  account(of: object = {}): Promise<void> {
    const row = { accountId: 900, orgId: 2, displayName: null, status: 'DISCOVERED', credentialId: 4, ...of } as const;
    return this.know(registered('accounts', row));
  }

  facts(): readonly Fact[] {
    return this.records().flatMap(({ verdict }) => verdict.facts ?? []);
  }

  fills(): readonly SequencedRecord[] {
    return this.records().filter(({ command }) => command.body.kind === 'fill');
  }

  /** The statements of quotes that orders were priced from. */
  quoted(): number {
    return this.records().filter(({ command }) => command.operation === 'quotes').length;
  }

  /** The current balances, by `accountId/assetId`. */
  balances(): Readonly<Record<string, BalanceRow>> {
    const balances: Record<string, BalanceRow> = {};
    for (const fact of this.platform.records().flatMap(({ verdict }) => verdict.facts ?? [])) {
      if (fact.kind === 'BalanceRecorded') {
        balances[`${fact.balance.accountId}/${fact.balance.assetId}`] = fact.balance;
      } else if (fact.kind === 'BalancesRestated') {
        for (const [name, row] of Object.entries(balances))
          balances[name] = { ...row, observedAtNs: fact.observedAtNs };
      }
    }
    return balances;
  }

  /** The reports of balances since the platform began, in order: of changes, or the heartbeats. */
  reports(of?: 'changes' | 'heartbeats'): readonly Changed[] {
    return this.readings().flatMap(({ body, verdict }) => {
      if (of !== undefined && body.heartbeat !== (of === 'heartbeats' ? true : undefined)) return [];
      const rows = (verdict.facts ?? []).flatMap((fact) => (fact.kind === 'BalanceRecorded' ? [fact.balance] : []));
      return [rows.map(({ accountId, assetId }) => `${accountId}/${assetId}`)];
    });
  }

  readings(): readonly (SequencedRecord & { readonly body: RecordReadings })[] {
    return this.records().flatMap((record) => {
      const { body } = record.command;
      return body.kind === 'reading' ? [{ ...record, body }] : [];
    });
  }
}
