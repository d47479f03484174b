import { errorCode, isOk, isReplay } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { refusalInWords } from '../../runner/refusal-in-words.ts';
import { creationBody, endIfMade, INSTANCES, verdictOn, withInstance } from '../../scenes/own-instance.ts';
import { NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { NO_NAMES } from './names-in-a-document.ts';

const CODES = { account: 'REFERENCE_UNKNOWN_ACCOUNT', instrument: 'REFERENCE_UNKNOWN_INSTRUMENT' } as const;
type What = keyof typeof CODES;
const BOTH = Object.keys(CODES) as readonly What[];

/** The door refused it, and knows nothing of its key: the corrected document is taken under the same one. */
function isRefused(history: History, what: What): Judgement {
  const refusals = history.labelled(what);
  const corrected = history.one(`${what}, corrected`);
  const isSpent = isReplay(corrected) || errorCode(corrected) === 'IDEMPOTENCY_KEY_REUSED';
  return allOf(
    eachOf(refusals, (e) => expects(e, { status: 422, code: CODES[what], position: 'absent' })),
    isSpent ? violated('a key that the door left free', ...refusals.slice(0, 1), corrected) : pass,
    isOk(corrected) ? pass : inconclusive(`the corrected document is refused: ${refusalInWords(corrected)}`),
  );
}

export const nameNothingHolds = check({
  id: 'alg/name-nothing-holds',
  proves: ['ALG-16'],
  title: 'a name that nothing holds, or another organisation, is 422 REFERENCE_UNKNOWN_* at the door, the key free',
  needs: NAMING_NEEDS,

  async drive(scene) {
    const { admin, fixtures, freshKey } = scene;
    const { account, foreignAccount } = fixtures;
    const document = namingDocument(scene);
    if (document === undefined) return;
    const create = async (unknown: string, key: string, label: string) => {
      const body = creationBody(scene, { document: unknown });
      await endIfMade(admin, await admin.post(INSTANCES, body, { key, label }));
    };
    const naming = (what: What, name: string) =>
      namingDocument(scene, (place) =>
        JSON.stringify((what === 'account') === (place.name === account.name) ? name : place.name),
      ) ?? '';
    for (const what of BOTH) {
      const key = freshKey();
      const unknown = naming(what, `none of ours ${freshKey()}`);
      await create(unknown, key, what);
      const corrected = { key, body: { document }, label: `${what}, corrected` };
      await withInstance(
        scene,
        admin,
        async (own) => {
          if ((await verdictOn(scene, admin, own)) === undefined) return;
          await admin.put(`${own.path}/config`, { document: unknown }, { label: what });
        },
        corrected,
      );
    }
    if (foreignAccount !== undefined && foreignAccount.name !== account.name)
      await create(naming('account', foreignAccount.name), freshKey(), 'account');
  },

  judge: (history) =>
    history.maybe('account') === undefined ? inconclusive(NO_NAMES) : eachOf(BOTH, (what) => isRefused(history, what)),
});
