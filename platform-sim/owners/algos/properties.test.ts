/** T19 to T23 over random histories, observed from the facts alone and not from the owner's state. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlgoInstanceRow, ConfigDocumentRow, Fact, Principal, Verdict } from '../../../gateway/facts.ts';
import { QUOTES, SampleAlgos } from '../../testing/sample-algos.ts';
import { OTHER_USER, OUTSIDER, registered, USER } from '../../testing/sample-owner.ts';

interface Step {
  readonly does: 'create' | 'propose' | 'start' | 'stop' | 'delete' | 'halt' | 'judge' | 'engine-stop' | 'grant';
  readonly principal: Principal;
  /** The nth instance so far. */
  readonly nth: number;
  /** 0 means the latest of the instance. */
  readonly seq: number;
  readonly refuses: boolean;
  readonly document: string;
}

const DOCUMENTS = [
  JSON.stringify(QUOTES),
  JSON.stringify({ ...QUOTES, account: 2 }),
  '{}',
  '{ "account": "main" }',
  'no',
];

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(
    ...(['create', 'propose', 'propose', 'start', 'start', 'start', 'start', 'stop', 'delete', 'halt'] as const),
    ...(['judge', 'judge', 'judge', 'engine-stop', 'grant'] as const),
  ),
  principal: fc.constantFrom(USER, USER, OTHER_USER, OUTSIDER),
  nth: fc.nat({ max: 3 }),
  seq: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  refuses: fc.boolean(),
  document: fc.constantFrom(...DOCUMENTS),
});

/** Two instances that can be started. */
const BEGINNING: readonly Step[] = [0, 1].flatMap((nth) => {
  const rest = { principal: USER, nth, seq: 0, refuses: false, document: '{}' };
  return [
    { does: 'create', ...rest },
    { does: 'judge', ...rest },
  ];
});

/** A history as a follower of the sequence knows it. */
class Chronicle {
  readonly sample = new SampleAlgos();
  readonly instances = new Map<number, AlgoInstanceRow>();
  readonly documents = new Map<string, ConfigDocumentRow>();
  readonly ids: number[] = [];
  readonly reached = new Set<string>();

  take(taken: Step): void {
    const startedBefore = this.started();
    const { verdict, principal, at } = this.#ask(taken);
    if (verdict.refused !== undefined) {
      this.reached.add(verdict.refused.code);
      return;
    }
    if (taken.does === 'create') this.#holdCreated(verdict.facts);
    for (const fact of verdict.facts) this.#hold(fact, taken);
    const halted = verdict.facts.find((fact) => fact.kind === 'AlgosHalted');
    if (halted !== undefined) {
      this.reached.add(`halt of ${Math.min(halted.count, 2)}`);
      expect(halted.count).toBe(startedBefore.filter((id) => this.instances.get(id)?.orgId === principal.orgId).length);
      expect(this.started().filter((id) => this.instances.get(id)?.orgId === principal.orgId)).toEqual([]);
    }
    // Only a start starts an instance: neither an applied document nor time does.
    const begun = this.started().filter((id) => !startedBefore.includes(id));
    expect(begun).toEqual(taken.does === 'start' && begun.length > 0 ? [at] : []);
  }

  started(): readonly number[] {
    return [...this.instances.values()]
      .filter(({ status }) => status === 'STARTED')
      .map(({ instanceId }) => instanceId);
  }

  #ask({ does, principal, nth, seq, refuses, document }: Step): { verdict: Verdict; principal: Principal; at: number } {
    const { sample } = this;
    const at = this.ids[nth] ?? 77;
    const latest = seq === 0 ? (this.instances.get(at)?.configSeq ?? 1) : seq;
    const asked = (verdict: Verdict) => ({ verdict, principal, at });
    switch (does) {
      case 'create':
        return asked(sample.create({ document }, principal));
      case 'propose':
        return asked(sample.propose(at, document, refuses ? null : String(latest), principal));
      case 'halt':
        return asked(sample.halt(principal));
      case 'judge':
        return asked(sample.rule(at, latest, refuses ? 'no' : null));
      case 'engine-stop':
        return asked(sample.engineStops(at, refuses ? 'ENGINE_STOPPED' : 'PLATFORM_STOPPED'));
      case 'grant':
        sample.know(registered('users', { ...OTHER_USER, capabilities: refuses ? [] : ['algos:manage'] }));
        return asked({ facts: [] });
      default:
        return asked(sample.move(does, at, principal));
    }
  }

  #holdCreated(facts: readonly Fact[]): void {
    const ids = facts.flatMap((fact) => (fact.kind === 'AlgoInstanceRecorded' ? [fact.instance.instanceId] : []));
    expect(ids).toHaveLength(1);
    expect(this.ids).not.toContain(ids[0]);
    expect(Math.max(0, ...this.ids)).toBeLessThan(ids[0] ?? 0);
    this.ids.push(...ids);
  }

  #hold(fact: Fact, { does }: Step): void {
    if (fact.kind === 'AlgoInstanceRecorded') {
      const { instance } = fact;
      const before = this.instances.get(instance.instanceId);
      if (before?.status === 'DELETED') expect(instance).toEqual(before);
      this.instances.set(instance.instanceId, instance);
      this.reached.add(`${before?.status} ${does} ${instance.status}`);
    }
    if (fact.kind === 'ConfigDocumentRecorded') {
      const { config } = fact;
      const name = `${config.instanceId}/${config.seq}`;
      const before = this.documents.get(name);
      if (before === undefined) {
        expect(config.outcome).toBe('STAGED');
        expect(this.#of(config.instanceId).map(({ seq }) => seq)).toEqual(
          Array.from({ length: config.seq - 1 }, (_, n) => n + 1),
        );
        expect(this.#of(config.instanceId).filter(({ outcome }) => outcome === 'STAGED')).toEqual([]);
      } else {
        expect(before.outcome).toBe('STAGED');
        expect(config.outcome).not.toBe('STAGED');
        const { outcome, outcomeAtNs, detail, ...rest } = config;
        expect(before).toMatchObject(rest);
        this.reached.add(outcome);
      }
      expect(config.outcomeAtNs === null).toBe(config.outcome === 'STAGED');
      if (config.detail !== null) expect(config.outcome).toBe('REFUSED');
      this.documents.set(name, config);
    }
  }

  #of(instanceId: number): readonly ConfigDocumentRow[] {
    return [...this.documents.values()].filter((document) => document.instanceId === instanceId);
  }
}

describe('after any commands in any order', () => {
  const reached = new Set<string>();

  test('documents count up and are judged once, DELETED is final, a halt counts what it stops', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
        const chronicle = new Chronicle();
        for (const taken of [...BEGINNING, ...steps]) chronicle.take(taken);
        for (const what of chronicle.reached) reached.add(what);
        // The owner's state equals what its facts state.
        const { instances, started } = chronicle.sample.state;
        expect(new Map(instances)).toEqual(chronicle.instances);
        expect([...started.valueSeq()].flatMap((ids) => [...ids]).sort()).toEqual([...chronicle.started()].sort());
      }),
      { seed: 20_260_105, numRuns: 300 },
    );
  });

  // A history that never reached a state proves nothing about it.
  test('and each of these was reached', () => {
    expect([...reached]).toEqual(
      expect.arrayContaining([
        ...['CONFIG_PENDING', 'CONFIG_SEQ_CONFLICT', 'TRANSITION_NOT_ADMITTED', 'CAPABILITY_DENIED', 'NOT_FOUND'],
        ...['FIELD_TYPE_MISMATCH', 'INVALID_FIELD', 'APPLIED', 'REFUSED'],
        ...['halt of 0', 'halt of 1', 'halt of 2', 'STOPPED start STARTED', 'STARTED start STARTED'],
        ...[
          'STARTED judge STARTED',
          'STARTED delete DELETED',
          'STARTED engine-stop STOPPED',
          'STARTED propose STARTED',
        ],
      ]),
    );
  });
});
