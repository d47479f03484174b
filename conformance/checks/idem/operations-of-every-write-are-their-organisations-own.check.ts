import type { Exchange } from '../../client/exchange.ts';
import { pathOf, position } from '../../client/exchange.ts';
import { sameRefusal } from '../../client/same-refusal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_NEEDS } from '../../scenes/every-write.ts';
import { byWrite, labelOf, sent } from '../../scenes/sample-write.ts';

const keyIn = (e: Exchange) => pathOf(e).split('/')[2] ?? '';

function isUnknown(foreign: Exchange, unknown: Exchange): Judgement {
  return allOf(
    expects(foreign, { status: 404, code: 'UNKNOWN_OPERATION' }),
    sameRefusal(unknown, foreign, keyIn) ? pass : violated('the answer of a key that nobody wrote', unknown, foreign),
  );
}

export const operationsOfEveryWriteAreTheirOrganisationsOwn = check({
  id: 'idem/operations-of-every-write-are-their-organisations-own',
  proves: ['IDEM-17'],
  title: "no write's operation record is visible to another organisation",
  needs: [...WRITING_NEEDS, 'outsider'],

  async drive(scene) {
    const { admin, outsider, freshKey } = scene;
    await everyWrite(scene, 'touchstone-operations', async (write, actor) => {
      if (write.isWithheld) return undefined;
      const key = freshKey();
      const taken = await sent(actor, write, key, { label: labelOf('taken', write) });
      // Read by its own organisation first: a member that keeps what it served must not serve it to another.
      await admin.get(`/operations/${key}`);
      await outsider.get(`/operations/${key}`, { label: labelOf('foreign', write) });
      return taken;
    });
    await outsider.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    const judged = [...byWrite(history.exchanges).values()].flatMap((of) => {
      const [taken, foreign] = [of.get('taken'), of.get('foreign')];
      const isOfAnOwner = taken !== undefined && position(taken) !== undefined;
      return isOfAnOwner && foreign !== undefined ? [isUnknown(foreign, history.one('unknown'))] : [];
    });
    return judged.length === 0 ? inconclusive('an owner judged no write') : allOf(...judged);
  },
});
