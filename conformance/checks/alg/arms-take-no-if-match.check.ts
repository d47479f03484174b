import { isReplay } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, notCreated, withInstance } from '../../scenes/own-instance.ts';
import { isDeleted } from './named-instance.ts';

/** The latest document's own, one that is stale, one that is weak: none is looked at. `*` is left open (decision A82). */
const VALIDATORS = ['"1"', '"9"', 'W/"1"'];

export const armsTakeNoIfMatch = check({
  id: 'alg/arms-take-no-if-match',
  proves: ['ALG-09'],
  title: 'start, stop and delete take no If-Match: one is refused 400 INVALID_IF_MATCH at the door',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    await withInstance(scene, admin, async ({ path }) => {
      const key = freshKey();
      for (const ifMatch of VALIDATORS) {
        for (const arm of ['start', 'delete', 'stop'])
          await admin.post(`${path}/${arm}`, {}, { ifMatch, label: 'conditional' });
      }
      await admin.post(`${path}/stop`, {}, { key, ifMatch: '"1"', label: 'conditional' });
      await admin.get(path, { label: 'row' });
      await admin.post(`${path}/stop`, {}, { key, label: 'unconditional' });
    });
  },

  judge(history) {
    const row = history.maybe('row');
    if (row === undefined) return notCreated(history) ?? inconclusive('no instance to move');
    const unconditional = history.one('unconditional');
    const refused = { status: 400, code: 'INVALID_IF_MATCH', position: 'absent' } as const;
    return allOf(
      eachOf(history.labelled('conditional'), (e) => expects(e, refused)),
      isDeleted(row) ? violated('the instance as it was before the refused arms', row) : pass,
      isReplay(unconditional) ? violated('a key that the door left free', unconditional) : pass,
      // Whether a stopped instance may be stopped is the member's own (decision A85).
      answers(unconditional, { status: history.target.strict ? 200 : [200, 409] }, 'without If-Match'),
    );
  },
});
