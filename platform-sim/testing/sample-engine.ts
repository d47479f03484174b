/** For tests of the engine: a platform on a virtual clock, with users' commands for instances. */
import type { AlgoInstanceRow, AlgosCommand, ConfigDocumentRow, Fact, OrderRow } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import type { PrincipalName } from '../seed-data/world.ts';
import { instanceOf } from './sample-algos.ts';
import { PLATFORM } from './sample-owner.ts';
import { SamplePlatform } from './sample-platform.ts';

/** An order far below the market. */
export const RESTS = { account: 1, instrument: 1, side: 'BUY', price: '50.00', qty: '0.01' };

export class SampleEngine {
  readonly sample: SamplePlatform;
  #keys = 0;

  constructor(seed = 1) {
    this.sample = new SamplePlatform({ seed });
  }

  ask(body: AlgosCommand, as: PrincipalName = 'algoManager'): Promise<Submission> {
    const { orgId = 0, userId } = this.sample.principal(as) ?? {};
    this.#keys += 1;
    const principal = { orgId, userId: userId ?? 0 };
    const key = `ask-${this.#keys}`;
    return Promise.resolve(this.sample.port.submit({ owner: 'algos', principal, key, operation: body.kind, body }));
  }

  async create(document: object, algoVersionId = 1, as: PrincipalName = 'algoManager'): Promise<number> {
    const version = { algoVersionId, pool: algoVersionId === 3 ? 'pool-b' : 'pool-a' };
    const of = { displayName: 'one', remark: null, document: JSON.stringify(document) };
    const submission = await this.ask({ kind: 'create-instance', ...version, ...of }, as);
    return instanceOf(this.sample.recordOf(submission).verdict).instanceId;
  }

  propose(instanceId: number, document: object): Promise<Submission> {
    const text = JSON.stringify(document);
    return this.ask({ kind: 'propose-config', instanceId, ifMatch: null, document: text, remark: null });
  }

  move(kind: 'start' | 'stop' | 'delete', instanceId: number, as: PrincipalName = 'algoManager'): Promise<Submission> {
    return this.ask({ kind, instanceId, remark: null }, as);
  }

  async started(document: object, algoVersionId = 1, as: PrincipalName = 'algoManager'): Promise<number> {
    const instanceId = await this.create(document, algoVersionId, as);
    await this.move('start', instanceId, as);
    return instanceId;
  }

  /** Records facts as the register does, like the venue's quotes. */
  state(facts: readonly Fact[]): Promise<Submission> {
    const command = { owner: 'register', principal: PLATFORM, key: null, operation: 'x' } as const;
    return Promise.resolve(this.sample.port.submit({ ...command, body: { kind: 'state', facts } }));
  }

  instance(instanceId: number): AlgoInstanceRow | undefined {
    return this.#facts().findLast(
      (fact) => fact.kind === 'AlgoInstanceRecorded' && fact.instance.instanceId === instanceId,
    )?.instance;
  }

  document(instanceId: number, seq: number): ConfigDocumentRow | undefined {
    return this.#facts().findLast(
      (fact) =>
        fact.kind === 'ConfigDocumentRecorded' && fact.config.instanceId === instanceId && fact.config.seq === seq,
    )?.config;
  }

  /** In the order of their placement. */
  orders(instanceId: number): readonly OrderRow[] {
    return this.sample.records().flatMap(({ command, verdict }) => {
      const { body } = command;
      const fact = verdict.facts?.find((candidate) => candidate.kind === 'OrderUpdated');
      return body.kind === 'submit' && body.algoInstanceId === instanceId && fact !== undefined ? [fact.order] : [];
    });
  }

  /** The numbers in the keys of its orders. */
  keys(instanceId: number): readonly number[] {
    return this.orders(instanceId).map(({ clientOrderId }) => Number(clientOrderId.replace(`algo-${instanceId}-`, '')));
  }

  /** Milliseconds after the beginning at which each order was placed. */
  placedAtMs(instanceId: number): readonly number[] {
    const began = BigInt(this.sample.platform.records()[this.sample.genesis]?.atNs ?? 0);
    return this.orders(instanceId).map(({ createdAtNs }) => Math.round(Number(BigInt(createdAtNs) - began) / 1e6));
  }

  #facts(): readonly (Fact & { instance?: AlgoInstanceRow; config?: ConfigDocumentRow })[] {
    return this.sample.platform.records().flatMap(({ verdict }) => verdict.facts ?? []);
  }
}
