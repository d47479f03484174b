import { at, isOk } from '../../client/exchange.ts';
import { idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isApplied, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';

export const movedByNobody = check({
  id: 'alg/moved-by-nobody',
  proves: ['ALG-21'],
  title:
    'lastUpdatedByUserId is null where the engine moved an instance, lastCause says so; after a person it is theirs',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await admin.get('/me', { label: 'me' });
    await withInstance(scene, admin, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      await admin.get(own.path, { label: 'after the verdict' });
      await admin.post(`${own.path}/start`, {}, { label: 'started' });
    });
  },

  judge(history) {
    const judged = history.maybe('after the verdict');
    if (judged === undefined || !isOk(judged)) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const started = history.one('started');
    const cause = at(judged, 'lastCause');
    const says = typeof cause === 'string' && cause !== '';
    const isTheirs = !isOk(started) || at(started, 'lastUpdatedByUserId') === idIn(history.one('me'), 'userId');
    const isTold = !isOk(started) || at(started, 'lastCause') !== cause;
    const created = history.one('created');
    const isNew = typeof at(created, 'lastUpdatedByUserId') !== 'number' || at(created, 'lastCause') !== cause;
    if (at(judged, 'lastUpdatedByUserId') !== null)
      return history.target.strict
        ? violated("lastUpdatedByUserId null: the engine's verdict moved the instance", judged)
        : // Whether a verdict moves the row is not shown.
          inconclusive('the verdict on its document moved no instance');
    return allOf(
      says ? pass : violated('a lastCause that says what moved the instance', judged),
      isNew ? pass : violated('a lastCause of the engine, not of the creation', created, judged),
      isTheirs ? pass : violated('lastUpdatedByUserId of the person who started it', history.one('me'), started),
      isTold ? pass : violated('a lastCause of the start, not of the engine', judged, started),
    );
  },
});
