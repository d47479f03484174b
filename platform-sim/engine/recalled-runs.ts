/**
 * The engine's work so far, as the sequence shows it: the orders of each started instance, and the unanswered
 * documents.
 */
import type { AlgoInstanceRow, ConfigDocumentRow, SequencedRecord } from '../../gateway/facts.ts';
import { clockNsOf } from '../part.ts';

export interface RecalledRun {
  readonly instance: AlgoInstanceRow;
  /** The position of the record that began the run, or of its last order. */
  position: number;
  readonly beganNs: bigint;
  /** The number of orders since; undefined: the world began with it, and it has placed all its orders. */
  placed: number | undefined;
}

/** The refusal of an instance's order. */
export interface RecalledRefusal {
  readonly position: number;
  readonly key: string | null;
  readonly code: string;
}

export interface RecalledDocument {
  readonly position: number;
  readonly config: ConfigDocumentRow;
  readonly key: string | null;
}

/** Collects the engine's state from records. */
export class RecalledRuns {
  /** By instance. */
  readonly runs: Map<number, RecalledRun> = new Map();
  /** By instance and sequence. */
  readonly staged: Map<string, RecalledDocument> = new Map();
  /** The last refusal of each instance that still runs. */
  readonly refusals: Map<number, RecalledRefusal> = new Map();
  /** The last record that changed the status of an organisation or of its users, by organisation. */
  readonly touched: Map<number, number> = new Map();

  /** A copy that does not change with this one. */
  fork(): RecalledRuns {
    const fork = new RecalledRuns();
    for (const [instanceId, run] of this.runs) fork.runs.set(instanceId, { ...run });
    for (const [name, document] of this.staged) fork.staged.set(name, document);
    for (const [instanceId, refusal] of this.refusals) fork.refusals.set(instanceId, refusal);
    for (const [orgId, position] of this.touched) fork.touched.set(orgId, position);
    return fork;
  }

  /** @param isGenesis the record belongs to the world's beginning, on which an engine does not act. */
  recall(record: SequencedRecord, isGenesis: boolean): void {
    const { command, verdict, position } = record;
    const { body, key } = command;
    if (body.kind === 'engine-stop') this.refusals.delete(body.instanceId);
    if (body.kind === 'submit' && body.algoInstanceId !== undefined) {
      const run = this.runs.get(body.algoInstanceId);
      if (run?.placed !== undefined) Object.assign(run, { placed: run.placed + 1, position });
      const code = verdict.refused?.code;
      if (code !== undefined && run !== undefined && !isGenesis)
        this.refusals.set(body.algoInstanceId, { position, key, code });
    }
    for (const fact of verdict.facts ?? []) {
      if (fact.kind === 'ConfigDocumentRecorded') this.#document(fact.config, record, isGenesis);
      else if (fact.kind === 'AlgoInstanceRecorded') this.#instance(fact.instance, record, isGenesis);
      else if (fact.kind === 'RegisterRecorded' && (fact.family === 'orgs' || fact.family === 'users') && !isGenesis)
        this.touched.set(fact.row.orgId, position);
    }
  }

  #document(config: ConfigDocumentRow, { position, command }: SequencedRecord, isGenesis: boolean): void {
    const name = `${config.instanceId}/${config.seq}`;
    this.staged.delete(name);
    if (config.outcome === 'STAGED' && !isGenesis) this.staged.set(name, { position, config, key: command.key });
  }

  #instance(instance: AlgoInstanceRow, record: SequencedRecord, isGenesis: boolean): void {
    const { instanceId, status, appliedConfigSeq } = instance;
    if (status !== 'STARTED') {
      this.runs.delete(instanceId);
      this.refusals.delete(instanceId);
    } else if (this.runs.get(instanceId)?.instance.appliedConfigSeq !== appliedConfigSeq) {
      const { position } = record;
      this.refusals.delete(instanceId);
      this.runs.set(instanceId, { instance, position, beganNs: clockNsOf(record), placed: isGenesis ? undefined : 0 });
    }
  }
}
