/**
 * The algo engine: it follows the sequence, judges every document, and runs started instances. Its verdicts and the
 * stops of the platform's own rules are ordinary commands, submitted right after the record that causes them.
 */
import type {
  AlgoInstanceRow,
  AlgosCommand,
  Command,
  ConfigDocumentRow,
  Fact,
  SequencedRecord,
} from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import type { Faults } from '../faults/faults.ts';
import type { Outcome } from '../faults/kind.ts';
import { readBySchema } from '../owners/algos/document-schema.ts';
import { readDocument } from '../owners/algos/read-document.ts';
import { type AlgosState, documentOf, startedOf, versionName } from '../owners/algos/state.ts';
import { type Directory, isGranted, rowOf } from '../owners/directory.ts';
import type { Outstanding, Part } from '../part.ts';
import { untilTaken } from '../venues/until-taken.ts';
import { type Plan, planOf } from './plans.ts';
import { RecalledRuns } from './recalled-runs.ts';
import { createRuns } from './runs.ts';

export interface EngineOptions {
  readonly clock: Clock;
  readonly faults: Pick<Faults, 'at'>;
  readonly submit: (command: Command) => Promise<Submission>;
  /** The state after the record that is delivered. */
  readonly algos: () => AlgosState;
  /**
   * The position of the last record of the world's beginning: the engine reads these records but does not act on them.
   */
  readonly genesis: number;
  /** The engine that this one continues from. */
  readonly from?: EngineMark | undefined;
}

export interface EngineMark {
  readonly recalled: RecalledRuns;
  /** The numbers of the instances' orders. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** Temporary refusals of an order: the instance runs on. Any other refusal makes the engine give it up. */
const PASSING: readonly string[] = ['RATE_CEILING', 'MAX_OPEN_ORDERS_EXCEEDED', 'NO_REFERENCE_PRICE'];

/** Creates the algo engine as a part of the platform. */
export function createEngine({ clock, faults, submit, algos, genesis, from }: EngineOptions): Part<EngineMark> {
  const runs = createRuns(clock, submit, from?.numbers);
  const handing = untilTaken(clock, submit);
  const recalled = from?.recalled.fork() ?? new RecalledRuns();
  let closed = false;

  function say(orgId: number, body: AlgosCommand): void {
    void handing.submit({ owner: 'algos', principal: { orgId, userId: 0 }, key: null, operation: body.kind, body });
  }

  function judge(config: ConfigDocumentRow, key: string | null): void {
    const { orgId } = config;
    const where = { owner: 'algos', command: 'engine-verdict', org: orgId, key: key ?? undefined } as const;
    const verdict = (outcome?: Outcome): void => {
      if (!closed)
        say(orgId, verdictOn(config, outcome?.act === 'refuse' ? outcome.code : objectionTo(config, algos())));
    };
    const struck = faults.at('engine', where);
    if (struck === undefined) verdict();
    else void struck.then(verdict);
  }

  /** Runs an instance by its row; an unchanged instance continues its run. */
  function run(instance: AlgoInstanceRow): void {
    const { instanceId, appliedConfigSeq } = instance;
    if (instance.status !== 'STARTED') runs.end(instanceId);
    else if (!stopped(instance) && runs.seqOf(instanceId) !== appliedConfigSeq) begin(instance);
  }

  function planFor({ instanceId, appliedConfigSeq, pool, algoVersionId }: AlgoInstanceRow): Plan | undefined {
    const state = algos();
    const version = state.versions.get(versionName(pool, algoVersionId));
    const document = readDocument(documentOf(state, instanceId, appliedConfigSeq ?? 0)?.document ?? '').value;
    return version && document && planOf(version, document);
  }

  function begin(instance: AlgoInstanceRow): void {
    const plan = planFor(instance);
    if (plan === undefined) runs.resume(instance);
    else runs.begin(instance, plan);
  }

  /** Stops it by the platform's own rule. */
  function stopped(instance: AlgoInstanceRow): boolean {
    const remark = breachOf(algos().directory, instance);
    if (remark === undefined) return false;
    const { orgId, instanceId } = instance;
    say(orgId, { kind: 'engine-stop', instanceId, cause: 'PLATFORM_STOPPED', remark });
    return true;
  }

  function giveUp(instanceId: number, key: string | null, code: string): void {
    const instance = algos().instances.get(instanceId);
    if (instance?.status !== 'STARTED' || PASSING.includes(code)) return;
    const remark = `its order ${key} was refused ${code}`;
    say(instance.orgId, { kind: 'engine-stop', instanceId, cause: 'ENGINE_STOPPED', remark });
  }

  function follows(fact: Fact, key: string | null): void {
    if (fact.kind === 'ConfigDocumentRecorded' && fact.config.outcome === 'STAGED') judge(fact.config, key);
    else if (fact.kind === 'AlgoInstanceRecorded') run(fact.instance);
    else if (fact.kind === 'RegisterRecorded' && (fact.family === 'orgs' || fact.family === 'users')) {
      for (const instance of startedOf(algos(), fact.row.orgId)) stopped(instance);
    }
  }

  /** The instance that the record is an order of. */
  function note(record: SequencedRecord): number | undefined {
    recalled.recall(record, record.position <= genesis);
    const { body, key } = record.command;
    const ofInstance = body.kind === 'submit' ? body.algoInstanceId : undefined;
    if (ofInstance !== undefined) runs.placed(ofInstance, key ?? '');
    return ofInstance;
  }

  function outstanding(): readonly Outstanding[] {
    const documents = [...recalled.staged.values()].map(({ position, config, key }) => {
      return { position, run: () => judge(config, key) };
    });
    const gone = [...recalled.touched].map(([orgId, position]) => {
      return { position, run: () => startedOf(algos(), orgId).forEach(stopped) };
    });
    const refused = [...recalled.refusals].map(([instanceId, { position, key, code }]) => {
      return { position, run: () => giveUp(instanceId, key, code) };
    });
    const running = [...recalled.runs.values()].map(({ instance, position, placed, beganNs }) => {
      const plan = placed === undefined ? undefined : planFor(instance);
      const goOn = (): void => {
        if (algos().instances.get(instance.instanceId)?.status !== 'STARTED') return;
        if (plan === undefined) runs.resume(instance);
        // Do not place orders for an instance that the platform's own rule is about to stop.
        else if (!stopped(instance)) runs.goOn(instance, plan, placed ?? 0, beganNs);
      };
      return { position, run: goOn };
    });
    return [...gone, ...refused, ...running, ...documents];
  }

  return {
    recall(record) {
      note(record);
    },
    outstanding,
    hear(record) {
      const { command, verdict } = record;
      const ofInstance = note(record);
      if (ofInstance !== undefined && verdict.refused !== undefined)
        giveUp(ofInstance, command.key, verdict.refused.code);
      for (const fact of verdict.facts ?? []) follows(fact, command.key);
    },
    mark: () => ({ recalled: recalled.fork(), numbers: runs.numbers() }),
    close() {
      closed = true;
      handing.close();
      runs.close();
    },
  };
}

/** The engine's reason to refuse a document; undefined if there is none. */
function objectionTo(
  { instanceId, document }: ConfigDocumentRow,
  { instances, versions }: AlgosState,
): string | undefined {
  const { pool = '', algoVersionId = 0 } = instances.get(instanceId) ?? {};
  const version = versions.get(versionName(pool, algoVersionId));
  const { value, lacks } = readDocument(document);
  if (version === undefined || value === undefined) return lacks ?? 'its version is not loaded';
  return readBySchema(version.documentSchema, value).objections[0]?.text;
}

function verdictOn({ instanceId, seq }: ConfigDocumentRow, detail: string | undefined): AlgosCommand {
  if (detail === undefined) return { kind: 'engine-verdict', instanceId, seq, outcome: 'APPLIED', detail: null };
  return { kind: 'engine-verdict', instanceId, seq, outcome: 'REFUSED', detail };
}

/**
 * The reason why the platform's own rule stops a started instance: its organisation no longer trades, or the user who
 * started it may not run algos any more, whose grant authorises its orders. undefined: it may run on.
 */
function breachOf(directory: Directory, { orgId, startedByUserId }: AlgoInstanceRow): string | undefined {
  const status = rowOf(directory, 'orgs', orgId)?.status;
  if (status !== 'ACTIVE') return `the organisation is ${status}`;
  if (!isGranted(directory, { orgId, userId: startedByUserId ?? 0 }, 'algos:manage')) {
    return `user ${startedByUserId}, who started it, does not hold algos:manage`;
  }
  return undefined;
}
