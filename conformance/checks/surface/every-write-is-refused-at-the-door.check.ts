import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk, isReplay, position, status } from '../../client/exchange.ts';
import { judgedBy, OF_A_REFUSAL, OF_EVERY_ANSWER, OF_THE_DOOR } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_NEEDS } from '../../scenes/every-write.ts';
import { isRefused } from '../../scenes/known-body.ts';
import { bodyOf, byWrite, labelOf, type OfOneWrite, sent } from '../../scenes/sample-write.ts';

const REFUSED = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;

/** An arm says nothing in its body, as far as is shown: a member that does not read it does not see what is wrong there. */
const MAY_BE_UNREAD = /\{id\}\/(?!rotate|cancel)[a-z]+$|^POST \/algos\/halt$/;

function judgedRefusal(history: History, name: string, of: OfOneWrite, what: string): readonly Blamed[] {
  const e = of.get(what);
  const id = ({ 'no JSON': 'ERR-07', 'no charset': 'ERR-08', 'a user': 'IDEM-15' } as const)[what];
  if (e === undefined || id === undefined) return [];
  const isUnread = id !== 'IDEM-15' && isOk(e) && MAY_BE_UNREAD.test(name) && !history.target.strict;
  const rules = isOk(e) ? [OF_EVERY_ANSWER] : [OF_EVERY_ANSWER, OF_A_REFUSAL];
  return [
    ...judgedBy(e, ...rules),
    ...(status(e) === 400 ? judgedBy(e, OF_THE_DOOR) : []),
    [id, isUnread ? pass : isRefused(history, of, e, REFUSED)],
  ];
}

/** The key of a door's refusal is free: what comes under it next is a first answer, whatever it says. */
function isFree(refused: Exchange, taken: Exchange): Judgement {
  if (status(refused) !== 400 || position(refused) !== undefined) return pass;
  return isReplay(taken) || errorCode(taken) === 'IDEMPOTENCY_KEY_REUSED'
    ? violated('the corrected request served as a first answer', refused, taken)
    : pass;
}

function judgedWrite(history: History, name: string, of: OfOneWrite): readonly Blamed[] {
  const [user, taken] = [of.get('a user'), of.get('taken')];
  return [
    ...['no JSON', 'no charset', 'a user'].flatMap((what) => judgedRefusal(history, name, of, what)),
    ...(user !== undefined && taken !== undefined ? ([['IDEM-07', isFree(user, taken)]] as const) : []),
  ];
}

export const everyWriteIsRefusedAtTheDoor = check({
  id: 'surface/every-write-is-refused-at-the-door',
  proves: [
    ...(['ERR-07', 'ERR-08', 'IDEM-15', 'IDEM-07', 'POS-04'] as const),
    ...(['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every write refuses a body that is not JSON, in a charset that is none, or that states userId, 400 at the door, and the key stays free',
  needs: WRITING_NEEDS,

  async drive(scene) {
    const { freshKey } = scene;
    await everyWrite(scene, 'touchstone-at-the-door', async (write, actor) => {
      const { isWithheld, body } = write;
      // Who does not read its body would take it.
      if (isWithheld && Object.keys(body).length === 0) return undefined;
      const { method, path } = write;
      const raw = (what: string, rawBody: string, contentType = 'application/json') =>
        actor.request({ method, path, rawBody, contentType, key: freshKey(), label: labelOf(what, write) });
      await raw('no JSON', '{');
      const stated = freshKey();
      await actor.request({
        ...{ method, path, key: stated, label: labelOf('no charset', write) },
        rawBody: JSON.stringify(bodyOf(write, stated)),
        contentType: 'application/json; charset=bogus',
      });
      const key = freshKey();
      await sent(actor, write, key, { body: { ...bodyOf(write, key), userId: 1 }, label: labelOf('a user', write) });
      return isWithheld ? undefined : sent(actor, write, key, { label: labelOf('taken', write) });
    });
  },

  judge(history) {
    const judged = [...byWrite(history.exchanges)].flatMap(([name, of]) => judgedWrite(history, name, of));
    return judged.length === 0 ? inconclusive('no write was sent') : allBlamed(history, judged);
  },
});
