import { pathOf } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, violated } from '../../runner/judgement.ts';
import { answers, isApplied, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';
import { isRowOf } from './named-instance.ts';

const ARMS = ['start', 'stop', 'delete'] as const;

export const armsAnswerTheRow = check({
  id: 'alg/arms-answer-the-row',
  proves: ['ALG-10'],
  title: 'start, stop and delete answer 200 with the row of the instance',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      for (const arm of ARMS) await admin.post(`${own.path}/${arm}`, { remark: arm }, { label: arm });
    });
  },

  judge(history) {
    const [started] = ARMS.map((arm) => history.maybe(arm));
    if (started === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const id = String(pathOf(started).split('/')[3]);
    return eachOf(ARMS, (arm) => {
      const e = history.one(arm);
      const answered = answers(e, { status: 200 });
      return answered.verdict !== 'pass' || isRowOf(e, id) ? answered : violated('the row of the instance', e);
    });
  },
});
