/** For tests: a platform on a virtual clock, with its principals' commands. */
import type { CommandBody, OrderRow, SequencedRecord, SubmitOrder } from '../../gateway/facts.ts';
import type { PlatformPort, Submission } from '../../gateway/platform-port.ts';
import { type ControllableClock, createClock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { PlatformLimits } from '../limits.ts';
import type { Journal } from '../log/journal.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../platform.ts';
import { createSeed } from '../seed.ts';
import { buildWorld } from '../seed-data/build-world.ts';
import type { PrincipalName, World, WorldPrincipal } from '../seed-data/world.ts';

export interface SampleOptions {
  readonly seed?: number;
  readonly limits?: Partial<PlatformLimits>;
  /** The state that the platform continues from, and its clock's time. */
  readonly from?: {
    readonly journal: Journal;
    readonly atNs: bigint;
    readonly mark?: PlatformOptions['from'];
  } & Pick<PlatformOptions, 'states' | 'statesAt'>;
}

export class SamplePlatform {
  readonly clock: ControllableClock;
  readonly world: World;
  readonly platform: Platform;
  readonly faults: Faults;
  /** A test may wrap it. */
  port: PlatformPort;
  /** The position at the platform's beginning. */
  readonly genesis: number;
  readonly #standing: number;

  constructor({ seed = 1, limits = {}, from }: SampleOptions = {}) {
    this.clock = createClock({ mode: 'virtual', ...(from && { startNs: from.atNs }) });
    this.world = buildWorld({ seed, size: 'small' });
    this.platform = createPlatform({
      clock: this.clock,
      seed: createSeed(seed),
      world: this.world,
      vaultSalt: Buffer.from('a salt of tests'),
      limits,
      ...(from && { journal: from.journal, states: from.states, statesAt: from.statesAt, from: from.mark }),
    });
    this.faults = this.platform.faults;
    this.port = this.platform.port('m1');
    this.genesis = this.platform.genesis;
    this.#standing = this.clock.timers();
  }

  principal(as: PrincipalName): WorldPrincipal | undefined {
    return this.world.principals.find(({ name }) => name === as);
  }

  /** A BUY of 1 BTC-USD at 100.00, which rests, for the principal's main account; with the stated differences. */
  submit(key: string, of: Partial<SubmitOrder> = {}, as: PrincipalName = 'trader'): Promise<Submission> {
    const accountId = this.principal(as)?.accountId ?? 0;
    const body: SubmitOrder = {
      kind: 'submit',
      accountId,
      instrumentId: 1,
      side: 'BUY',
      price: '100',
      qty: '1',
      ...of,
    };
    return this.send(body, 'submitOrder', key, as);
  }

  cancel(key: string, orderId: string, as: PrincipalName = 'trader'): Promise<Submission> {
    return this.send({ kind: 'cancel', orderId }, `cancelOrder ${orderId}`, key, as);
  }

  send(body: CommandBody, operation: string, key: string, as: PrincipalName): Promise<Submission> {
    const { orgId = 0, userId = null } = this.principal(as) ?? {};
    return Promise.resolve(
      this.port.submit({ owner: 'orders', principal: { orgId, userId: userId ?? 0 }, key, operation, body }),
    );
  }

  /** The records after the beginning. */
  records(): readonly SequencedRecord[] {
    return this.platform.records().slice(this.genesis);
  }

  /** Timers in addition to that of an idle platform: the alarm of its balances. */
  timers(): number {
    return this.clock.timers() - this.#standing;
  }

  recordOf(submission: Submission): SequencedRecord {
    const record = submission.taken ? this.platform.records()[submission.position - 1] : undefined;
    if (record === undefined) throw new Error(`not sequenced: ${JSON.stringify(submission)}`);
    return record;
  }

  /** The row in a record. */
  orderOf(submission: Submission): OrderRow {
    const { verdict } = this.recordOf(submission);
    const order = verdict.facts?.findLast((fact) => fact.kind === 'OrderUpdated')?.order;
    if (order === undefined) throw new Error(`no order: ${verdict.refused?.message}`);
    return order;
  }

  /** The order's current row. */
  orderNow(orderId: string): OrderRow | undefined {
    const facts = this.platform.records().flatMap(({ verdict }) => verdict.facts ?? []);
    const rows = facts.flatMap((fact) => (fact.kind === 'OrderUpdated' ? [fact.order] : []));
    return rows.findLast((order) => order.orderId === orderId);
  }
}
