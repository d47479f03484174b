/** The orders of running instances, each on its own schedule. */
import type { AlgoInstanceRow, Command } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';
import { msUntil } from '../duration.ts';
import type { Leg, Plan } from './plans.ts';

/**
 * The first delay, in milliseconds, before an order that the platform did not accept is submitted again; it doubles
 * each time, as long as the run lasts.
 */
const AGAIN_AFTER_MS = 50;
const AGAIN_AT_MOST_MS = 60_000;

export interface Runs {
  /** The document that an instance runs; undefined if it does not run. */
  seqOf(instanceId: number): number | null | undefined;
  /** Replaces the instance's run: the first orders are submitted within the call. */
  begin(instance: AlgoInstanceRow, plan: Plan): void;
  /** Runs on with nothing left to place: for instances of the world's beginning. */
  resume(instance: AlgoInstanceRow): void;
  /** Continues a run after this many orders since a time: the next orders keep their times. */
  goOn(instance: AlgoInstanceRow, plan: Plan, placed: number, beganNs: bigint): void;
  end(instanceId: number): void;
  /** Registers the key of an instance's order in the sequence: the next order uses the following one. */
  placed(instanceId: number, key: string): void;
  /** The greatest number of a sequenced order, by instance. */
  numbers(): ReadonlyMap<number, number>;
  close(): void;
}

class Run {
  readonly instance: AlgoInstanceRow;
  readonly timers = new Set<Timer>();

  constructor(instance: AlgoInstanceRow) {
    this.instance = instance;
  }
}

/**
 * Creates the runs of an engine; `submit` places their orders.
 *
 * @param from the `numbers` of runs that these continue.
 */
export function createRuns(
  clock: Clock,
  submit: (command: Command) => Promise<Submission>,
  from?: ReadonlyMap<number, number>,
): Runs {
  const runs = new Map<number, Run>();
  /** The number of the last order of each instance since its creation, so that a key is used once (IDEM-01). */
  const last = new Map(from);
  /** The same of the sequenced orders: another may be in flight. */
  const sequenced = new Map(from);

  function later(run: Run, afterMs: number, label: string, what: () => void): void {
    if (runs.get(run.instance.instanceId) !== run) return;
    const timer = clock.after(afterMs, label, () => {
      run.timers.delete(timer);
      what();
    });
    run.timers.add(timer);
  }

  function trade(run: Run, plan: Plan, left: number): void {
    for (const leg of plan.legs) place(run, leg);
    if (left === 1) return;
    later(run, plan.everyMs, labelOf(run), () => trade(run, plan, left - 1));
  }

  /** Completes the interrupted round at once. */
  function goOn(run: Run, plan: Plan, placed: number, beganNs: bigint): void {
    const { legs, times, everyMs } = plan;
    const rounds = legs.length === 0 ? times : Math.ceil(placed / legs.length);
    if (rounds === 0) {
      trade(run, plan, times);
      return;
    }
    for (const leg of legs.slice(placed - (rounds - 1) * legs.length)) place(run, leg);
    if (rounds >= times) return;
    const dueNs = beganNs + BigInt(Math.round(rounds * everyMs * 1e6));
    later(run, msUntil(dueNs, clock), labelOf(run), () => trade(run, plan, times - rounds));
  }

  function place(run: Run, leg: Leg): void {
    const { instanceId, orgId } = run.instance;
    const n = (last.get(instanceId) ?? 0) + 1;
    last.set(instanceId, n);
    hand(run, leg, orderCommand(instanceId, orgId, n, leg), AGAIN_AFTER_MS);
  }

  function hand(run: Run, leg: Leg, command: Command, againAfterMs: number): void {
    const again = (): void =>
      later(run, againAfterMs, `engine: order ${command.key} again`, () =>
        hand(run, leg, command, Math.min(againAfterMs * 2, AGAIN_AT_MOST_MS)),
      );
    submit(command).then((submission) => {
      if (submission.taken) return;
      if (submission.why !== 'KEY_REUSED') again();
      // A person used this key: the order takes the next.
      else if (runs.get(run.instance.instanceId) === run) place(run, leg);
    }, again);
  }

  function end(instanceId: number): void {
    for (const timer of runs.get(instanceId)?.timers ?? []) timer.cancel();
    runs.delete(instanceId);
  }

  return {
    seqOf: (instanceId) => runs.get(instanceId)?.instance.appliedConfigSeq,
    begin(instance, plan) {
      end(instance.instanceId);
      const run = new Run(instance);
      runs.set(instance.instanceId, run);
      trade(run, plan, plan.times);
    },
    resume: (instance) => void runs.set(instance.instanceId, new Run(instance)),
    goOn(instance, plan, placed, beganNs) {
      const run = new Run(instance);
      runs.set(instance.instanceId, run);
      goOn(run, plan, placed, beganNs);
    },
    end,
    placed(instanceId, key) {
      const n = Number(key.slice(keyOf(instanceId, '').length));
      if (n > (last.get(instanceId) ?? 0)) last.set(instanceId, n);
      if (n > (sequenced.get(instanceId) ?? 0)) sequenced.set(instanceId, n);
    },
    numbers: () => new Map(sequenced),
    close() {
      for (const instanceId of [...runs.keys()]) end(instanceId);
    },
  };
}

function labelOf({ instance }: Run): string {
  return `engine: orders of instance ${instance.instanceId}`;
}

function keyOf(instanceId: number, n: number | ''): string {
  return `algo-${instanceId}-${n}`;
}

/** `operation` equals that of a person's order: GET /operations/{key} finds it. */
function orderCommand(instanceId: number, orgId: number, n: number, leg: Leg): Command {
  return {
    owner: 'orders',
    principal: { orgId, userId: 0 },
    key: keyOf(instanceId, n),
    operation: 'submitOrder',
    body: { kind: 'submit', algoInstanceId: instanceId, ...leg },
  };
}
