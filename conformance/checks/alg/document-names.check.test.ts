import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, type Sample } from '../../testing/sample-history.ts';
import {
  commentsPastTheBound,
  nameNothingHolds,
  namesBecomeIds,
  nameThatNoCommentCarries,
  tooLongOnceReplaced,
  versionNotCaughtUp,
} from './document-names.check.ts';
import { LIMIT_BYTES, padded } from './names-in-a-document.ts';

const NAMED = [
  { id: 1, name: 'main' },
  { id: 2, name: 'BTC-USD' },
];
const read = (document: string) => answer('GET /algos/instances/7/configs/1', { status: 200, body: { document } });

{
  const SENT = '{ // "main"\n "account": "main", "instrument": "BTC-USD" }  ';
  const OURS = '{ // "main"\n "account": 1 /* main */, "instrument": 2 /* BTC-USD */ }  ';
  const post = (over: object) =>
    answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });
  const kept = (document: unknown) => answer('GET /algos/instances/7/configs/1', { status: 200, body: { document } });

  judgesOf(
    namesBecomeIds,
    (document: string | undefined) => ({ created: post({}), kept: kept(document) }),
    [
      ['kept with ids and comments', OURS, 'pass'],
      ['kept without comments', '{ // "main"\n "account": 1, "instrument": 2 }  ', 'violated'],
      ['kept without one comment', OURS.replace(' /* BTC-USD */', ''), 'violated'],
      ['kept with another name', OURS.replace('/* BTC-USD */', '/* ETH-USD */'), 'violated'],
      ['kept with a comment of a line', OURS.replace('/* BTC-USD */', '// BTC-USD\n'), ['pass', 'violated']],
      ['kept with the comments elsewhere', OURS.replace('1 /* main */', '/* main */ 1'), ['pass', 'violated']],
      ['kept formatted', '{\n  "account": 1,\n  "instrument": 2\n}\n', 'violated'],
      ['kept without its own comments', OURS.replace('// "main"\n', ''), 'violated'],
      ['kept without trailing spaces', OURS.trimEnd(), 'violated'],
      ['kept with the names', SENT, 'violated'],
      ['kept with another id', OURS.replace('2 /*', '1 /*'), 'violated'],
      ['kept with a name of its comment replaced', OURS.replace('// "main"', '// 1'), 'violated'],
      ['not kept', undefined, 'inconclusive'],
    ],
    { given: NAMED },
  );

  judgesOf(
    namesBecomeIds,
    (samples: Record<string, Sample>) => samples,
    [
      ['names forwarded unresolved', { created: post({ status: 422, code: 'FIELD_TYPE_MISMATCH' }) }, 'violated'],
      ['names not found', { created: post({ status: 422, code: 'REFERENCE_UNKNOWN_ACCOUNT' }) }, 'violated'],
      [
        'names of a document that is refused',
        { created: post({ status: 422, code: 'INVALID_FIELD' }) },
        'inconclusive',
      ],
      ['no document with names in the profile', {}, 'inconclusive'],
    ],
    { given: NAMED },
  );
}

{
  const NAMED = [{ id: 1, name: 'main' }];
  const SENT = padded('{ "account": "main" }', LIMIT_BYTES);
  const BARE = SENT.replace('"main"', '1');
  const post = (over: object = {}) =>
    answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });

  judgesOf(
    commentsPastTheBound,
    (kept: Sample) => ({ created: post(), kept }),
    [
      ['ids alone', read(BARE), 'pass'],
      ['ids and what still fits', read(BARE.replace(': 1', ': 1/**/')), ['pass', 'violated']],
      ['more than the limit', read(BARE.replace(': 1', ': 1 /* main */')), 'violated'],
      ['comments, and its own cut off', read(BARE.replace(': 1', ': 1 /* main */').replace('xxxxxxx', '')), 'violated'],
      ['names', read(SENT), 'violated'],
    ],
    { given: NAMED },
  );

  judges(
    commentsPastTheBound,
    { created: post({ status: 413, code: 'DOCUMENT_TOO_LARGE' }) },
    [['not too large', {}, 'violated']],
    { given: NAMED },
  );

  judges(commentsPastTheBound, {}, [['no profile that names anything', {}, 'inconclusive']], { given: NAMED });
}

{
  const NAME = 'touchstone-*/\u2028 desk';
  const SENT = `{ "account": ${JSON.stringify(NAME)}, "instrument": "BTC-USD" }`;
  const BARE = '{ "account": 9, "instrument": 2 }';
  const post = (over: object = {}) =>
    answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });

  judges(
    nameThatNoCommentCarries,
    {
      account: answer('GET /accounts/9', { status: 200 }),
      plain: post(),
      created: post(),
      kept: read(BARE),
    },
    [
      ['no comments', {}, 'pass'],
      ['a comment with the other name', { kept: read(BARE.replace('2 }', '2 /* BTC-USD */ }')) }, ['pass', 'violated']],
      [
        'a comment with a changed name',
        { kept: read(BARE.replace('9,', '9 /* touchstone-* / desk */,')) },
        ['pass', 'violated'],
      ],
      ['a comment that the name ends', { kept: read(BARE.replace('9,', `9 /* ${NAME} */,`)) }, 'violated'],
      ['the name itself', { kept: read(SENT) }, 'violated'],
      ['refused', { created: post({ status: 422, code: 'INVALID_FIELD' }) }, ['inconclusive', 'violated']],
      ["the fixture's own names are refused too", { plain: post({ status: 422 }) }, 'inconclusive'],
    ],
    { given: NAMED },
  );

  judges(nameThatNoCommentCarries, {}, [['no account of such a name', {}, 'inconclusive']], { given: NAMED });
}

{
  const post = answersTo('POST /algos/instances');

  judges(tooLongOnceReplaced, { 'too long': post(413, 'DOCUMENT_TOO_LARGE'), fits: post(201) }, [
    ['refused at the door', {}, 'pass'],
    ['accepted', { 'too long': post(201) }, 'violated'],
    ['refused by the owner', { 'too long': post(413, 'DOCUMENT_TOO_LARGE', { position: 9 }) }, 'violated'],
    ['refused under another code', { 'too long': post(422, 'INVALID_FIELD') }, 'violated'],
    ['its key is spent', { fits: post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated'],
    ['a document at the limit is refused', { fits: post(413, 'DOCUMENT_TOO_LARGE') }, 'violated'],
    [
      'a document at the limit is refused for another reason',
      { fits: post(422, 'INVALID_FIELD') },
      ['pass', 'violated'],
    ],
    ['the name is not resolved yet', { 'too long': post(422, 'REFERENCE_UNKNOWN_ACCOUNT') }, 'inconclusive'],
  ]);

  judges(tooLongOnceReplaced, {}, [['no name that is short enough', {}, 'inconclusive']]);
}

{
  const post = answersTo('POST /algos/instances');
  const noAccount = post(422, 'REFERENCE_UNKNOWN_ACCOUNT');
  const noInstrument = post(422, 'REFERENCE_UNKNOWN_INSTRUMENT');

  judges(
    nameNothingHolds,
    {
      account: [noAccount, noAccount],
      'account, corrected': post(201),
      instrument: [noInstrument, noInstrument],
      'instrument, corrected': post(201),
    },
    [
      ['refused', {}, 'pass'],
      ['forwarded', { account: [noAccount, post(422, 'FIELD_TYPE_MISMATCH', { position: 9 })] }, 'violated'],
      ['refused by the owner', { instrument: post(422, 'REFERENCE_UNKNOWN_INSTRUMENT', { position: 9 }) }, 'violated'],
      ['refused as another kind', { instrument: noAccount }, 'violated'],
      ['refused with 404', { account: post(404, 'REFERENCE_UNKNOWN_ACCOUNT') }, 'violated'],
      ['taken', { account: post(201) }, 'violated'],
      [
        'refused, the key spent',
        { 'account, corrected': post(422, 'REFERENCE_UNKNOWN_ACCOUNT', { replay: true }) },
        'violated',
      ],
      ['refused, the key bound', { 'instrument, corrected': post(409, 'IDEMPOTENCY_KEY_REUSED') }, 'violated'],
      ['the corrected document is refused too', { 'account, corrected': post(422, 'INVALID_FIELD') }, 'inconclusive'],
    ],
  );

  judges(nameNothingHolds, {}, [['a profile without names', {}, 'inconclusive']]);
}

{
  const post = (status: number, code?: string, over: object = { position: 9 }) =>
    answer('POST /algos/instances', {
      status,
      ...(code !== undefined && { code }),
      sentBody: { algoVersionId: 5 },
      ...over,
    });
  const versions = (...ids: number[]) =>
    answer('GET /algos/versions', { status: 200, body: { items: ids.map((algoVersionId) => ({ algoVersionId })) } });

  judges(
    versionNotCaughtUp,
    {
      before: versions(1, 2),
      refused: post(422, 'FIELD_TYPE_MISMATCH'),
      retried: post(422, 'FIELD_TYPE_MISMATCH', { position: 9, replay: true }),
      created: post(201),
    },
    [
      ['refused by the platform', {}, 'pass'],
      ['refused at the door', { refused: post(422, 'FIELD_TYPE_MISMATCH', {}) }, 'violated'],
      ['refused under another code', { refused: post(422, 'ALGO_VERSION_NOT_LOADED') }, 'violated'],
      ['resolved', { refused: post(201) }, 'violated'],
      ['a retry is judged again', { retried: post(201) }, 'violated'],
      ['refused under a new key too', { created: post(422, 'FIELD_TYPE_MISMATCH') }, 'violated'],
      ['refused by a member that never catches up', { retried: [], created: [] }, 'inconclusive'],
      ['the member knows the version already', { before: versions(1, 5) }, 'inconclusive'],
    ],
  );

  judges(versionNotCaughtUp, {}, [['a profile without names', {}, 'inconclusive']]);
}
