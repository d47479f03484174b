/** For tests: an algos owner over the sample world, with the catalogue of algos. */
import type {
  AlgoInstanceRow,
  AlgosCommand,
  ConfigDocumentRow,
  CreateInstance,
  Fact,
  Principal,
  Verdict,
} from '../../gateway/facts.ts';
import { type AlgosState, documentOf } from '../owners/algos/state.ts';
import { algos } from '../owners/algos.ts';
import { ALGO_VERSIONS } from '../seed-data/algo-catalogue.ts';
import { lastOf, SampleOwner, USER, WORLD } from './sample-owner.ts';

/** The principal of the engine and of the platform's own rules. */
const ENGINE: Principal = { orgId: 1, userId: 0 };

/** A valid document of the quoter: a test states the differences. */
export const QUOTES = { account: 1, instrument: 1, side: 'BUY', price: '50.00', qty: '0.01' };

export class SampleAlgos extends SampleOwner<AlgosState, AlgosCommand> {
  constructor(...further: readonly Fact[]) {
    super(algos, [
      ...WORLD,
      ...ALGO_VERSIONS.map((version): Fact => ({ kind: 'AlgoVersionRecorded', version })),
      ...further,
    ]);
  }

  create(of: Partial<CreateInstance> = {}, principal = USER): Verdict {
    const version = { algoVersionId: 1, pool: 'pool-a', document: JSON.stringify(QUOTES) };
    return this.judge({ kind: 'create-instance', displayName: 'one', remark: null, ...version, ...of }, principal);
  }

  propose(instanceId: number, document: object | string, ifMatch: string | null = null, principal = USER): Verdict {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    return this.judge({ kind: 'propose-config', instanceId, ifMatch, document: text, remark: null }, principal);
  }

  move(kind: 'start' | 'stop' | 'delete', instanceId: number, principal = USER, remark: string | null = null): Verdict {
    return this.judge({ kind, instanceId, remark }, principal);
  }

  halt(principal = USER): Verdict {
    return this.judge({ kind: 'halt-instances', remark: null }, principal);
  }

  /** The engine's verdict: a refusal if a detail is given. */
  rule(instanceId: number, seq: number, detail: string | null = null): Verdict {
    const outcome = detail === null ? 'APPLIED' : 'REFUSED';
    return this.judge({ kind: 'engine-verdict', instanceId, seq, outcome, detail }, ENGINE);
  }

  engineStops(instanceId: number, cause: 'ENGINE_STOPPED' | 'PLATFORM_STOPPED'): Verdict {
    return this.judge({ kind: 'engine-stop', instanceId, cause, remark: null }, ENGINE);
  }

  /** An instance in a state, with its first documents applied. */
  instance(status: AlgoInstanceRow['status'] = 'STOPPED', principal = USER, documents = 1): number {
    const document = JSON.stringify({ ...QUOTES, account: principal.orgId });
    const { instanceId } = instanceOf(this.create({ document }, principal));
    this.rule(instanceId, 1);
    for (let seq = 2; seq <= documents; seq += 1) {
      this.propose(instanceId, QUOTES);
      this.rule(instanceId, seq);
    }
    if (status === 'STARTED') this.move('start', instanceId, principal);
    if (status === 'DELETED') this.move('delete', instanceId, principal);
    return instanceId;
  }

  row(instanceId: number): AlgoInstanceRow | undefined {
    return this.state.instances.get(instanceId);
  }

  document(instanceId: number, seq: number): ConfigDocumentRow | undefined {
    return documentOf(this.state, instanceId, seq);
  }
}

export const instanceOf = (verdict: Verdict): AlgoInstanceRow => lastOf('AlgoInstanceRecorded', verdict).instance;
export const documentIn = (verdict: Verdict): ConfigDocumentRow => lastOf('ConfigDocumentRecorded', verdict).config;
