/** For tests: the balance reports that a sample platform received. */
import type { BalanceRow, Ns, RecordReadings } from '../../gateway/facts.ts';
import type { SamplePlatform } from './sample-platform.ts';

/** By `accountId/assetId`, in the current state of the sequence. */
export function balancesNow(sample: SamplePlatform): Readonly<Record<string, BalanceRow>> {
  const balances: Record<string, BalanceRow> = {};
  for (const fact of sample.platform.records().flatMap(({ verdict }) => verdict.facts ?? [])) {
    if (fact.kind === 'BalanceRecorded') {
      const { accountId, assetId } = fact.balance;
      balances[`${accountId}/${assetId}`] = fact.balance;
    } else if (fact.kind === 'BalancesRestated') {
      for (const [name, row] of Object.entries(balances)) balances[name] = { ...row, observedAtNs: fact.observedAtNs };
    }
  }
  return balances;
}

export interface BalanceReport {
  readonly atNs: Ns;
  readonly body: RecordReadings;
  /** `accountId/assetId` of each recorded balance. */
  readonly recorded: readonly string[];
}

/** The reports since the platform began, in order. */
export function reports(sample: SamplePlatform): readonly BalanceReport[] {
  return sample.records().flatMap(({ atNs, command: { body }, verdict }) => {
    if (body.kind !== 'reading') return [];
    const recorded = (verdict.facts ?? []).flatMap((fact) =>
      fact.kind === 'BalanceRecorded' ? [`${fact.balance.accountId}/${fact.balance.assetId}`] : [],
    );
    return [{ atNs, body, recorded }];
  });
}

export function heartbeats(sample: SamplePlatform): readonly BalanceReport[] {
  return reports(sample).filter(({ body }) => body.heartbeat);
}

export function changes(sample: SamplePlatform): readonly BalanceReport[] {
  return reports(sample).filter(({ body }) => !body.heartbeat);
}
