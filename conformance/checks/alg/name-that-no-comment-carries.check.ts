import fc from 'fast-check';
import { errorCode, isOk } from '../../client/exchange.ts';
import { standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass } from '../../runner/judgement.ts';
import { withInstance } from '../../scenes/own-instance.ts';
import { createByName, isBare, isKept, keptOf, NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { type Named, namedFixtures } from './names-in-a-document.ts';

/** Ends any comment of a block, and any of a line that it stood in. */
const NAME = 'touchstone-*/\u2028 desk';
const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;

export const nameThatNoCommentCarries = check({
  id: 'alg/name-that-no-comment-carries',
  proves: ['ALG-14'],
  title: 'a name that cannot stand in a comment is replaced by its id without one',
  needs: [...NAMING_NEEDS, 'venues'],
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const { admin, fixtures } = scene;
    const exchangeId = fixtures.venues.a ?? 1;
    const id = await standingRow(admin, ACCOUNTS, { displayName: NAME, exchangeId });
    const plain = namingDocument(scene);
    const own = (name: string) => (name === fixtures.account.name ? NAME : name);
    const document = namingDocument(scene, ({ name }) => JSON.stringify(own(name)));
    if (id === undefined || plain === undefined || document === undefined) return;
    await admin.get(`/accounts/${id}`, { label: 'account' });
    await withInstance(scene, admin, async () => {}, { body: { document: plain }, label: 'plain' });
    await createByName(scene, document);
  },

  judge(history, named) {
    const [account, plain, created] = ['account', 'plain', 'created'].map((label) => history.maybe(label));
    if (account === undefined || plain === undefined || created === undefined)
      return inconclusive('the suite could make no account of such a name, or no document that names one');
    if (!isOk(plain)) return inconclusive('the fixture with its own names is not taken either');
    // A member that is behind has not heard of the account; another may not take it for what it is in another way.
    if (!isOk(created) && !history.target.strict) return inconclusive(`it was refused ${errorCode(created)}`);
    if (!isOk(created)) return expects(created, { status: '2xx' });
    const id = Number(account.request.path.split('/')[2]);
    const other = named.filter(({ name }) => name !== NAME);
    const found = keptOf(history, [...other, { id, name: NAME } satisfies Named]);
    if ('verdict' in found) return found;
    return allOf(isKept(found), history.target.strict ? isBare(found) : pass);
  },
});
