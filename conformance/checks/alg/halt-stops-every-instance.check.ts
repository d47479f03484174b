import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, rows, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, INSTANCES, isApplied, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';

/** What a started instance's status is called is not shown: it is not that of `started` any more. */
function isStopped(started: Exchange, row: Exchange, strict: boolean): Judgement {
  const isAsStarted = isOk(row) && at(row, 'status') !== undefined && at(row, 'status') === at(started, 'status');
  const isOurs = !strict || at(row, 'status') === 'STOPPED';
  return !isAsStarted && isOurs ? pass : violated('an instance that is started no more', started, row);
}

export const haltStopsEveryInstance = check({
  id: 'alg/halt-stops-every-instance',
  proves: ['ALG-11'],
  title:
    'a halt stops every started instance of the organisation and answers 200 with their count, 0 when none was started',
  // It stops what the check did not start, too.
  needs: ['admin', 'deputy', 'algoVersion', 'algos', 'destructive'],

  async drive(scene) {
    const { admin, deputy } = scene;
    await withInstance(scene, admin, (one) =>
      withInstance(
        scene,
        deputy,
        async (other) => {
          if (!(await isApplied(scene, admin, one)) || !(await isApplied(scene, admin, other))) return;
          await admin.post(`${one.path}/start`, {}, { label: 'started' });
          await deputy.post(`${other.path}/start`, {}, { label: 'started' });
          await admin.get(INSTANCES, { label: 'list' });
          await admin.post('/algos/halt', { remark: 'the suite halts' }, { label: 'halt' });
          await admin.get(one.path, { label: 'halted' });
          await admin.get(other.path, { label: 'halted' });
          await admin.post('/algos/halt', {}, { label: 'halt again' });
        },
        { label: 'created too' },
      ),
    );
  },

  judge(history) {
    const halt = history.maybe('halt');
    if (halt === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const started = history.labelled('started');
    const [first] = started;
    if (first === undefined || !started.every((e) => status(e) === 200)) return inconclusive('nothing was started');
    const running = rows(history.one('list')).filter((row) => row['status'] === at(first, 'status')).length;
    const count = Number(at(halt, 'count'));
    const again = history.one('halt again');
    const { strict } = history.target;
    return allOf(
      answers(halt, { status: 200 }),
      Number.isInteger(at(halt, 'count')) && count >= 2 && (!strict || count === running)
        ? pass
        : violated('the count of the instances that were started', halt),
      eachOf(history.labelled('halted'), (row) => isStopped(first, row, strict)),
      answers(again, { status: 200 }, 'none is started'),
      at(again, 'count') === 0 ? pass : violated('count 0', halt, again),
    );
  },
});
