import { at, isOk } from '../../client/exchange.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isApplied, looking, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';

export const stoppedByThePlatform = check({
  id: 'alg/stopped-by-the-platform',
  proves: ['ALG-21'],
  title: "lastUpdatedByUserId is null, and lastCause says so, where the platform's own rule stopped an instance",
  // The rule is the sandbox's: who started an instance may not run algos any more.
  needs: ['admin', 'deputy', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, deputy } = scene;
    const me = await deputy.get('/me');
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined) return;
    const grant = (capabilities: readonly string[]) => admin.put(`/users/${userId}`, { capabilities });
    await withInstance(scene, admin, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      const started = await deputy.post(`${own.path}/start`, {}, { label: 'started' });
      try {
        await grant(held.filter((scope) => scope !== 'algos:manage'));
        await looking(
          scene,
          () => admin.get(own.path, { label: 'stopped' }),
          (e) => at(e, 'status') !== at(started, 'status') || undefined,
        );
      } finally {
        await grant(held);
      }
    });
  },

  judge(history) {
    const started = history.maybe('started');
    const stopped = history.labelled('stopped').at(-1);
    if (history.maybe('created') === undefined)
      return inconclusive('GET /me does not name the user and what they hold');
    if (started === undefined || stopped === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    if (!isOk(started) || at(stopped, 'status') === at(started, 'status'))
      return inconclusive('no rule of the platform stopped the instance');
    const cause = at(stopped, 'lastCause');
    return allOf(
      at(stopped, 'lastUpdatedByUserId') === null
        ? pass
        : violated('lastUpdatedByUserId null: nobody stopped it', stopped),
      typeof cause === 'string' && cause !== at(started, 'lastCause')
        ? pass
        : violated('a lastCause that says what stopped it', started, stopped),
    );
  },
});
