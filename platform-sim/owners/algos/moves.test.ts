/** Every cell of the transition table, through the owner: the resulting row, and the user that it names. */
import { describe, expect, test } from 'vitest';
import type { AlgoInstanceStatus, Verdict } from '../../../gateway/facts.ts';
import { instanceOf, MANAGER, OTHER_MANAGER, QUOTES, SampleAlgos } from '../../testing/sample-algos.ts';
import { INSTANCE_MOVES, type InstanceMove } from './moves.ts';

/** The command of each transition; a document is staged first if the engine is to judge one. */
const ASKS: Readonly<Record<InstanceMove, (sample: SampleAlgos, instanceId: number) => Verdict>> = {
  CONFIGURED: (sample, id) => sample.propose(id, QUOTES, null, OTHER_MANAGER),
  STARTED: (sample, id) => sample.move('start', id, OTHER_MANAGER),
  STOPPED: (sample, id) => sample.move('stop', id, OTHER_MANAGER),
  DELETED: (sample, id) => sample.move('delete', id, OTHER_MANAGER),
  HALTED: (sample) => sample.halt(OTHER_MANAGER),
  ENGINE_APPLIED: (sample, id) => sample.judge(id, 2),
  ENGINE_REFUSED: (sample, id) => sample.judge(id, 2, 'no'),
  ENGINE_STOPPED: (sample, id) => sample.engineStops(id, 'ENGINE_STOPPED'),
  PLATFORM_STOPPED: (sample, id) => sample.engineStops(id, 'PLATFORM_STOPPED'),
};

/** An instance in a state, with a second document staged if the engine is to judge it. */
function standing(status: AlgoInstanceStatus, cause: InstanceMove): { sample: SampleAlgos; id: number } {
  const sample = new SampleAlgos();
  const id = sample.instance(status === 'DELETED' ? 'STOPPED' : status);
  if (cause === 'ENGINE_APPLIED' || cause === 'ENGINE_REFUSED') sample.propose(id, QUOTES);
  if (status === 'DELETED') sample.move('delete', id);
  return { sample, id };
}

const CELLS = (Object.keys(INSTANCE_MOVES) as InstanceMove[]).flatMap((cause) =>
  (['STOPPED', 'STARTED', 'DELETED'] as const).map((status) => ({ cause, status, to: INSTANCE_MOVES[cause][status] })),
);

describe('the table', () => {
  test.each(CELLS)('$cause when $status: $to', ({ cause, status, to }) => {
    const { sample, id } = standing(status, cause);
    const before = sample.row(id);
    const verdict = ASKS[cause](sample, id);
    const row = sample.row(id);
    if (to === 'REFUSED') expect(verdict.refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    else expect(verdict.refused).toBeUndefined();
    if (to === 'REFUSED' || to === 'NOTHING') {
      expect(verdict.facts?.filter(({ kind }) => kind === 'AlgoInstanceRecorded') ?? []).toEqual([]);
      expect(row).toEqual(before);
    } else if (to === 'STANDS') {
      expect(instanceOf(verdict)).toEqual(before);
    } else {
      expect(row).toEqual(instanceOf(verdict));
      const byEngine = cause.startsWith('ENGINE') || cause.startsWith('PLATFORM');
      expect(row).toMatchObject({
        status: to,
        lastCause: cause,
        lastUpdatedByUserId: byEngine ? null : OTHER_MANAGER.userId,
        updatedAtNs: sample.atNs,
        createdByUserId: MANAGER.userId,
      });
    }
  });
});

describe('a start', () => {
  test('needs a document that the engine applied', () => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create());
    expect(sample.move('start', instanceId).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    sample.judge(instanceId, 1, 'no');
    expect(sample.move('start', instanceId).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    sample.propose(instanceId, QUOTES);
    sample.judge(instanceId, 2);
    expect(instanceOf(sample.move('start', instanceId)).status).toBe('STARTED');
  });

  test('names the user who authorises the orders: the last to start it, not one who repeated the start while it ran', () => {
    const sample = new SampleAlgos();
    const id = sample.instance('STARTED');
    expect(instanceOf(sample.move('start', id, OTHER_MANAGER)).startedByUserId).toBe(MANAGER.userId);
    sample.move('stop', id);
    expect(instanceOf(sample.move('start', id, OTHER_MANAGER)).startedByUserId).toBe(OTHER_MANAGER.userId);
  });
});

test('a remark stays until another is stated', () => {
  const sample = new SampleAlgos();
  const { instanceId } = instanceOf(sample.create({ remark: 'first' }));
  sample.judge(instanceId, 1);
  expect(instanceOf(sample.move('start', instanceId)).remark).toBe('first');
  expect(instanceOf(sample.send({ kind: 'stop', instanceId, remark: 'second' })).remark).toBe('second');
});

describe('a halt', () => {
  test('stops every started instance of the organisation and counts them', () => {
    const sample = new SampleAlgos();
    const [one, two, stopped] = [sample.instance('STARTED'), sample.instance('STARTED'), sample.instance()];
    const foreign = sample.instance('STARTED', { orgId: 2, userId: 3 });
    expect(sample.halt().facts?.at(-1)).toEqual({ kind: 'AlgosHalted', orgId: 1, count: 2 });
    expect([one, two, stopped, foreign].map((id) => sample.row(id)?.status)).toEqual([
      'STOPPED',
      'STOPPED',
      'STOPPED',
      'STARTED',
    ]);
  });

  test('of none is also answered', () => {
    expect(new SampleAlgos().halt()).toEqual({ facts: [{ kind: 'AlgosHalted', orgId: 1, count: 0 }] });
  });
});
