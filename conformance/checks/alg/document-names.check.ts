/**
 * Names in a document: accounts and instruments are named by display name or symbol and are replaced by their ids before the
 * document is staged.
 */
import fc from 'fast-check';
import { standingRow } from '../../member/effects/standing-row.ts';
import {
  type Exchange,
  errorCode,
  isOk,
  isReplay,
  rows,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { sameId } from '../../member/exchange/open-id.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { replaysTheRefusal } from '../../rules/refusal-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import { refusalInWords } from '../../runner/excuses/refusal-in-words.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  creationBody,
  endIfMade,
  INSTANCES,
  looking,
  notCreated,
  verdictOn,
  withInstance,
} from '../../scenes/own-instance.ts';
import {
  besideIds,
  bytesOf,
  canKeepNames,
  LIMIT_BYTES,
  type Named,
  NO_NAMES,
  namedFixtures,
  type Place,
  padded,
  placesIn,
  withIds,
  written,
} from './names-in-a-document.ts';

/** Codes with which a member that resolves no names refuses a document with names. */
const UNRESOLVED = ['FIELD_TYPE_MISMATCH', 'REFERENCE_UNKNOWN_ACCOUNT', 'REFERENCE_UNKNOWN_INSTRUMENT'];

const NAMING_NEEDS = ['admin', 'algoVersion', 'namingDocument', 'account', 'instrument', 'algos', 'writes'] as const;

type Naming = Scene<(typeof NAMING_NEEDS)[number]>;

/** The fixture's document with each name replaced by `what`; undefined if it has no name. */
function namingDocument({ fixtures }: Naming, what?: (place: Place) => string): string | undefined {
  const { text } = fixtures.namingDocument;
  const places = placesIn(text, namedFixtures(fixtures));
  if (places.length === 0) return undefined;
  return what === undefined ? text : written(text, places, what);
}

/** Labels: `created`, and `kept` for the document as read. */
async function createByName(scene: Naming, document: string, key = scene.freshKey()): Promise<void> {
  await withInstance(
    scene,
    scene.admin,
    { body: { document }, key },
    async ({ path }) => void (await scene.admin.get(`${path}/configs/1`, { label: 'kept' })),
  );
}

interface ServedDocument {
  readonly created: Exchange;
  readonly read: Exchange;
  readonly sent: string;
  readonly served: string;
  readonly places: readonly Place[];
}

/** The document as sent and as read; a judgement if no document was read. */
function servedDocument(history: History, named: readonly Named[]): ServedDocument | Judgement {
  const [created, read] = [history.maybe('created'), history.maybe('kept')];
  if (created === undefined) return inconclusive(NO_NAMES);
  if (!isOk(created) && UNRESOLVED.includes(errorCode(created) ?? ''))
    return violated('the names of account and instrument resolved', created);
  const served = read === undefined ? undefined : textAt(read, 'document');
  if (read === undefined || served === undefined) return notCreated(history) ?? inconclusive('no document was read');
  const sent = String(asObject(sentJson(created))['document']);
  return { created, read, sent, served, places: placesIn(sent, named) };
}

/**
 * Each name is in a comment next to its id. Decision A84 leaves open which comments are dropped if one name cannot be
 * written in a comment; if all can be and fit, the interface keeps each.
 */
function keepsNames({ created, read, sent, served, places }: ServedDocument): Judgement {
  if (!canKeepNames(sent, places)) return pass;
  const beside = besideIds(sent, places, served);
  const lost = places.find(({ name }, i) => beside?.[i]?.includes(name) === false);
  return lost === undefined ? pass : violated(`the name ${lost.name} kept as a comment at its id`, created, read);
}

/** The document has ids in place of the names, with any comments next to them, and is otherwise unchanged byte for byte. */
function hasIdsForNames({ created, read, sent, served, places }: ServedDocument): Judgement {
  if (bytesOf(served) > LIMIT_BYTES) return violated('a document of at most 6,144 bytes', created, read);
  return besideIds(sent, places, served) !== undefined
    ? pass
    : violated('the document with ids in place of its names, all else byte for byte', created, read);
}

/** The sandbox's own form: ids without comments. */
function isBare({ created, read, sent, served, places }: ServedDocument): Judgement {
  return served === withIds(sent, places) ? pass : violated('the ids without comments', created, read);
}

export const namesBecomeIds = check({
  id: 'alg/names-become-ids',
  proves: ['ALG-13'],
  title:
    'the name of an account or instrument in a document becomes its id and a comment; all else stays byte for byte',
  needs: NAMING_NEEDS,
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const document = namingDocument(scene);
    // A JSON serializer would lose these: a Windows line end, a tab, an escape, trailing spaces.
    if (document !== undefined) await createByName(scene, `\r\n\t// \\u00e9 é 💶  \r\n${document}  \n`);
  },

  judge(history, named) {
    const found = servedDocument(history, named);
    if ('verdict' in found) return found;
    const { created, read, sent, served, places } = found;
    const ours = written(sent, places, ({ id, name }) => `${id} /* ${name} */`);
    return allOf(
      hasIdsForNames(found),
      keepsNames(found),
      !history.target.strict || served === ours
        ? pass
        : violated('each name in a comment behind its id', created, read),
    );
  },
});

export const commentsPastTheBound = check({
  id: 'alg/comments-past-the-bound',
  proves: ['ALG-14'],
  title: 'a document that fits with ids but not with comments has ids without comments',
  needs: NAMING_NEEDS,
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const document = namingDocument(scene);
    // Padded to the limit: an id with the shortest comment is longer than the quoted name.
    if (document !== undefined) await createByName(scene, padded(document, LIMIT_BYTES));
  },

  judge(history, named) {
    const created = history.maybe('created');
    if (created !== undefined && errorCode(created) === 'DOCUMENT_TOO_LARGE')
      return violated('the ids without comments, which fit', created);
    const found = servedDocument(history, named);
    if ('verdict' in found) return found;
    return allOf(hasIdsForNames(found), history.target.strict ? isBare(found) : unseen);
  },
});

/** It would end a block comment and a line comment. */
const UNCOMMENTABLE_NAME = 'touchstone-*/\u2028 desk';
const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;

export const nameThatNoCommentCarries = check({
  id: 'alg/name-that-no-comment-carries',
  proves: ['ALG-14'],
  title: 'a name that cannot be written in a comment is replaced by its id alone',
  needs: [...NAMING_NEEDS, 'venues'],
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const { admin, fixtures } = scene;
    const exchangeId = fixtures.venues.a ?? 1;
    const id = await standingRow(admin, ACCOUNTS, { displayName: UNCOMMENTABLE_NAME, exchangeId });
    const plain = namingDocument(scene);
    const own = (name: string) => (name === fixtures.account.name ? UNCOMMENTABLE_NAME : name);
    const document = namingDocument(scene, ({ name }) => JSON.stringify(own(name)));
    if (id === undefined || plain === undefined || document === undefined) return;
    await admin.get(`/accounts/${id}`, { label: 'account' });
    await withInstance(scene, admin, { body: { document: plain }, label: 'plain' });
    await createByName(scene, document);
  },

  judge(history, named) {
    const [account, plain, created] = ['account', 'plain', 'created'].map((label) => history.maybe(label));
    if (account === undefined || plain === undefined || created === undefined)
      return inconclusive('the suite could make no account of such a name, or no document that names one');
    if (!isOk(plain)) return inconclusive('the fixture with its own names is not taken either');
    // A member that is behind does not know the account yet; a deployed member may refuse the name for another reason.
    if (!isOk(created) && !history.target.strict) return inconclusive(`it was refused ${errorCode(created)}`);
    if (!isOk(created)) return expects(created, { status: '2xx' });
    const id = Number(account.request.path.split('/')[2]);
    const other = named.filter(({ name }) => name !== UNCOMMENTABLE_NAME);
    const found = servedDocument(history, [...other, { id, name: UNCOMMENTABLE_NAME } satisfies Named]);
    if ('verdict' in found) return found;
    return allOf(hasIdsForNames(found), history.target.strict ? isBare(found) : unseen);
  },
});

/** Quoted, shorter than an id that is minted from a time. */
const SHORT_NAME = 'ts';

export const tooLongOnceReplaced = check({
  id: 'alg/too-long-once-replaced',
  proves: ['ALG-15'],
  title:
    'a document that is too large once names are replaced is refused 413 DOCUMENT_TOO_LARGE at the door; the key stays free',
  needs: [...NAMING_NEEDS, 'venues'],

  async drive(scene) {
    const { admin, fixtures, freshKey } = scene;
    const id = await standingRow(admin, ACCOUNTS, {
      displayName: SHORT_NAME,
      exchangeId: fixtures.venues.a ?? 1,
    });
    const quoted = JSON.stringify(SHORT_NAME);
    const growth = id === undefined ? 0 : bytesOf(`${id}`) - bytesOf(quoted);
    const isAccount = (name: string) => name === fixtures.account.name;
    const document = namingDocument(scene, (place) => (isAccount(place.name) ? quoted : `${place.id}`));
    if (document === undefined || !document.includes(quoted) || growth <= 0) return;
    const key = freshKey();
    const body = creationBody(scene, { document: padded(document, LIMIT_BYTES - growth + 1) });
    await endIfMade(admin, await admin.post(INSTANCES, body, { key, label: 'too long' }));
    const fits = { document: padded(document, LIMIT_BYTES - growth) };
    await withInstance(scene, admin, { key, body: fits, label: 'fits' });
  },

  judge(history) {
    const tooLong = history.maybe('too long');
    if (tooLong === undefined) return inconclusive('no account of the suite has a name that is shorter than its id');
    const fits = history.one('fits');
    // A member that is behind does not know the account yet.
    if (errorCode(tooLong) === 'REFERENCE_UNKNOWN_ACCOUNT') return inconclusive('the name is not resolved yet');
    const { strict } = history.target;
    return allOf(
      expects(tooLong, { status: 413, code: 'DOCUMENT_TOO_LARGE', position: 'absent' }),
      isReplay(fits) ? violated('a key that the door left free', tooLong, fits) : pass,
      status(fits) === 413 ? violated('6,144 bytes with the id in it not too large', fits) : pass,
      strict ? expects(fits, { status: 201 }) : unseen,
    );
  },
});

const CODES = { account: 'REFERENCE_UNKNOWN_ACCOUNT', instrument: 'REFERENCE_UNKNOWN_INSTRUMENT' } as const;
type What = keyof typeof CODES;
const BOTH = Object.keys(CODES) as readonly What[];

/** Refused at the door without recording the key: the corrected document is accepted under the same key. */
function isRefused(history: History, what: What): Judgement {
  const refusals = history.labelled(what);
  const corrected = history.one(`${what}, corrected`);
  const isSpent = isReplay(corrected) || errorCode(corrected) === 'IDEMPOTENCY_KEY_REUSED';
  return allOf(
    eachOf(refusals, (e) => expects(e, { status: 422, code: CODES[what], position: 'absent' })),
    isSpent ? violated('a key that the door left free', refusals.slice(0, 1), corrected) : pass,
    isOk(corrected) ? pass : inconclusive(`the corrected document is refused: ${refusalInWords(corrected)}`),
  );
}

export const nameNothingHolds = check({
  id: 'alg/name-nothing-holds',
  proves: ['ALG-16'],
  title:
    'an unknown name, or one of another organisation, is refused 422 REFERENCE_UNKNOWN_* at the door; the key stays free',
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
      await withInstance(scene, admin, corrected, async (own) => {
        if ((await verdictOn(scene, admin, own)) === undefined) return;
        await admin.put(`${own.path}/config`, { document: unknown }, { label: what });
      });
    }
    if (foreignAccount !== undefined && foreignAccount.name !== account.name)
      await create(naming('account', foreignAccount.name), freshKey(), 'account');
  },

  judge: (history) =>
    history.maybe('account') === undefined ? inconclusive(NO_NAMES) : eachOf(BOTH, (what) => isRefused(history, what)),
});

const VERSIONS = '/algos/versions';

function lists(catalogue: Exchange, id: unknown): boolean {
  return rows(catalogue).some((row) => sameId(row['algoVersionId'], id));
}

export const versionNotCaughtUp = check({
  id: 'alg/version-not-caught-up',
  proves: ['ALG-17'],
  title:
    'names for a version that the member did not load yet are sent unchanged: 422 FIELD_TYPE_MISMATCH, and the key is spent',
  // A loaded version cannot be unloaded.
  needs: [...NAMING_NEEDS, 'control', 'destructive'],

  async drive(scene) {
    const { admin, control, fixtures, freshKey } = scene;
    const document = namingDocument(scene);
    if (document === undefined) return;
    const hold = freshKey();
    await control.fault({ on: { edge: 'apply' }, hold });
    const { algoVersionId } = await control.loadAlgoVersion({ pool: fixtures.algoVersion.pool });
    const body = creationBody(scene, { algoVersionId, document });
    const key = freshKey();
    await admin.get(VERSIONS, { label: 'before' });
    await admin.post(INSTANCES, body, { key, label: 'refused' });
    await control.release(hold);
    const caughtUp = await looking(
      scene,
      () => admin.get(VERSIONS),
      (e) => (lists(e, algoVersionId) ? e : undefined),
    );
    if (caughtUp === undefined) return;
    await admin.post(INSTANCES, body, { key, label: 'retried' });
    await withInstance(scene, admin, { body: { algoVersionId, document } });
  },

  judge(history) {
    const refused = history.maybe('refused');
    if (refused === undefined) return inconclusive(NO_NAMES);
    if (lists(history.one('before'), asObject(sentJson(refused))['algoVersionId']))
      return inconclusive('the member had caught up with the version already');
    const retried = history.maybe('retried');
    const mismatched = expects(refused, { status: 422, code: 'FIELD_TYPE_MISMATCH', position: 'present' });
    if (mismatched.verdict !== 'pass') return mismatched;
    return allOf(
      retried === undefined
        ? inconclusive('the member did not catch up with the version')
        : replaysTheRefusal(refused, retried),
      retried === undefined ? unseen : expects(history.one('created'), { status: '2xx' }, 'under a new key'),
    );
  },
});
