import type { Actor, ConditionalOptions } from '../../client/actor.ts';
import { errorCode } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, differs, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import {
  creationBody,
  documentOf,
  endIfMade,
  INSTANCES,
  notCreated,
  verdictOn,
  withInstance,
} from '../../scenes/own-instance.ts';

type Write = (actor: Actor, options: ConditionalOptions) => ReturnType<Actor['post']>;

const halt: Write = (actor, options) => actor.post('/algos/halt', {}, options);

export const writesNeedAlgosManage = check({
  id: 'alg/writes-need-algos-manage',
  proves: ['ALG-03'],
  title:
    'every algos write needs algos:manage, judged at the platform: 403 with a position, recorded; the bit alone is enough',
  needs: ['algoManager', 'trader', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { algoManager, trader, freshKey, target } = scene;
    const document = documentOf(scene);
    await withInstance(scene, algoManager, async (own) => {
      const { path } = own;
      // A retry is the same request: another body under the key is another matter (decision A21).
      const body = creationBody(scene);
      const writes: readonly Write[] = [
        (actor, options) => actor.post(INSTANCES, body, options),
        (actor, options) => actor.put(`${path}/config`, { document }, options),
        ...['start', 'stop', 'delete'].map(
          (arm): Write =>
            (actor, options) =>
              actor.post(`${path}/${arm}`, {}, options),
        ),
        ...(target.destructive === true ? [halt] : []),
      ];
      for (const write of writes) {
        const key = freshKey();
        const refused = await write(trader, { key, label: 'without' });
        await write(trader, { key, label: 'without, again' });
        await endIfMade(algoManager, refused);
      }
      await trader.post(INSTANCES, { document: 17 }, { label: 'misshapen' });
      if ((await verdictOn(scene, algoManager, own)) === undefined) return;
      await algoManager.put(`${path}/config`, { document }, { label: 'with' });
      await algoManager.post(`${path}/stop`, {}, { label: 'with' });
    });
  },

  judge(history) {
    const created = history.one('created');
    if (errorCode(created) === 'CAPABILITY_DENIED') return violated('algos:manage to admit every algos write', created);
    const without = history.labelled('without');
    const again = history.labelled('without, again');
    if (without.length === 0) return notCreated(history) ?? inconclusive('no instance to write on');
    return allOf(
      eachOf(without, (e) => expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' })),
      ...without.map((first, i) => {
        const retried = again[i];
        return retried === undefined || replays(retried, first)
          ? pass
          : differs('the recorded refusal, replayed', first, retried);
      }),
      expects(history.one('misshapen'), { status: 400 }, "the door judges the request's shape"),
      ...history
        .labelled('with')
        .map((e) =>
          errorCode(e) === 'CAPABILITY_DENIED' ? violated('algos:manage to admit every algos write', e) : pass,
        ),
    );
  },
});
