import { errorCode, isReplay, status } from '../../client/exchange.ts';
import { standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { creationBody, endIfMade, INSTANCES, withInstance } from '../../scenes/own-instance.ts';
import { NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { bytesOf, LIMIT_BYTES, padded } from './names-in-a-document.ts';

/** Shorter in its quotes than the id of a row that is minted from a time. */
const NAME = 'ts';
const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;

export const tooLongOnceReplaced = check({
  id: 'alg/too-long-once-replaced',
  proves: ['ALG-15'],
  title:
    'a document that fits as written but not after replacement is 413 DOCUMENT_TOO_LARGE at the door, the key free',
  needs: [...NAMING_NEEDS, 'venues'],

  async drive(scene) {
    const { admin, fixtures, freshKey } = scene;
    const id = await standingRow(admin, ACCOUNTS, { displayName: NAME, exchangeId: fixtures.venues.a ?? 1 });
    const quoted = JSON.stringify(NAME);
    const growth = id === undefined ? 0 : bytesOf(`${id}`) - bytesOf(quoted);
    const isAccount = (name: string) => name === fixtures.account.name;
    const document = namingDocument(scene, (place) => (isAccount(place.name) ? quoted : `${place.id}`));
    if (document === undefined || !document.includes(quoted) || growth <= 0) return;
    const key = freshKey();
    const body = creationBody(scene, { document: padded(document, LIMIT_BYTES - growth + 1) });
    await endIfMade(admin, await admin.post(INSTANCES, body, { key, label: 'too long' }));
    const fits = { document: padded(document, LIMIT_BYTES - growth) };
    await withInstance(scene, admin, async () => {}, { key, body: fits, label: 'fits' });
  },

  judge(history) {
    const tooLong = history.maybe('too long');
    if (tooLong === undefined) return inconclusive('no account of the suite has a name that is shorter than its id');
    const fits = history.one('fits');
    // A member that is behind has not heard of the account.
    if (errorCode(tooLong) === 'REFERENCE_UNKNOWN_ACCOUNT') return inconclusive('the name is not resolved yet');
    const { strict } = history.target;
    return allOf(
      expects(tooLong, { status: 413, code: 'DOCUMENT_TOO_LARGE', position: 'absent' }),
      isReplay(fits) ? violated('a key that the door left free', tooLong, fits) : pass,
      status(fits) === 413 ? violated('6,144 bytes with the id in it not too large', fits) : pass,
      strict ? expects(fits, { status: 201 }) : pass,
    );
  },
});
