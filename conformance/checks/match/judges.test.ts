import { blames, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const put = (status: number, code?: string): Sample =>
  answer('PUT /portfolios/7', { status, ...(code !== undefined && { code }) });
const TAKEN = put(200);
const MALFORMED = put(400, 'MALFORMED_REQUEST');
const INVALID = put(400, 'INVALID_IF_MATCH');
const STALE = put(412, 'VERSION_CONFLICT');

const row = (version: number, displayName: string, position = 10 + version, etag = `"${version}"`): Sample =>
  answer('GET /portfolios/7', { status: 200, position, asOf: 5, etag, body: { portfolioId: 7, displayName, version } });

const UNCONDITIONAL = { read: row(1, 'own'), matched: TAKEN, 'any version': [TAKEN, TAKEN], 'no precondition': TAKEN };

judges('match/unconditional-write', UNCONDITIONAL, [
  ['* is stale', { 'any version': [TAKEN, STALE] }, 'violated'],
  ['one is owed', { 'no precondition': put(428, 'PRECONDITION_REQUIRED') }, 'violated'],
  ['no write is taken at all', { matched: MALFORMED }, 'inconclusive'],
  ['no ETag', { read: answer('GET /portfolios/7', { status: 200 }) }, 'inconclusive'],
]);

const REFUSED = {
  first: row(1, 'own'),
  weak: INVALID,
  unparsed: [INVALID, INVALID],
  list: INVALID,
  after: row(1, 'own'),
  strong: TAKEN,
};

// biome-ignore format: an aligned table
judges('match/malformed-if-match', REFUSED, [
  ['a bare one is taken',                   { unparsed: [INVALID, TAKEN] },                           'violated'],
  ['a bare one is stale',                   { unparsed: [INVALID, STALE] },                           ['pass', 'violated']],
  ['a list is stale',                       { list: STALE },                                          ['pass', 'violated']],
  ['a list that holds the version matches', { list: TAKEN, after: row(1, 'refused'), strong: STALE }, ['pass', 'violated']],
  ['refused, and the row is another',       { after: row(1, 'refused') },                             'violated'],
  ['nothing is taken at all',               { strong: MALFORMED },                                    'inconclusive'],
]);

const conflict = (version: number, over: Partial<AnswerOptions> = {}): Sample => {
  const error = { code: 'VERSION_CONFLICT', message: 'stale', requestId: 'r', retryable: false };
  const body = { error: { ...error, currentVersion: version } };
  return answer('PUT /portfolios/7', { status: 412, position: 13, body, ...over });
};
const MOVED_ON = {
  before: row(1, 'own'),
  'moved on': TAKEN,
  now: row(2, 'own moved on'),
  stale: conflict(2),
  after: row(2, 'own moved on', 13),
};

// biome-ignore format: an aligned table
judges('match/stale-if-match', MOVED_ON, [
  ['another code',                        { stale: answer('PUT /portfolios/7', { status: 412, code: 'STALE', position: 13 }) }, ['pass', 'violated']],
  ['refused by the door',                      { stale: STALE },                                                                     ['pass', 'violated']],
  ['another currentVersion',                   { stale: conflict(9) },                                                               ['pass', 'violated']],
  ['an ETag of another version',               { stale: conflict(2, { etag: '"3"' }) },                                              'violated'],
  ['an ETag of the same version',              { stale: conflict(2, { etag: '"2"' }) },                                              'pass'],
  ['an ETag and a currentVersion from before', { stale: conflict(1, { etag: '"1"' }) },                                              'violated'],
  ['two versions, one of them right',          { stale: conflict(9, { etag: '"2"' }) },                                              'violated'],
  ['taken',                                    { stale: answer('PUT /portfolios/7', { status: 200, position: 13 }) },                'violated'],
  ['not stale',                                { 'moved on': MALFORMED },                                                            'inconclusive'],
  ['of the same version',                      { now: row(1, 'own moved on') },                                                      'inconclusive'],
  ['read of a member that is behind',          { after: row(1, 'own', 10) },                                                         'inconclusive'],
]);

const CONTRADICTED = {
  read: row(1, 'own'),
  plain: TAKEN,
  path: [MALFORMED, MALFORMED],
  precondition: MALFORMED,
};

judges('match/contradicting-body', CONTRADICTED, [
  ['another version is named and the write taken', { precondition: TAKEN }, ['pass', 'violated']],
  ['the body is not taken without a contradiction', { plain: MALFORMED }, 'inconclusive'],
]);

const user = (etag?: string): Sample =>
  answer('GET /users/1', { status: 200, body: { version: 3 }, ...(etag !== undefined && { etag }) });

judgesOf('match/versioned-rows-carry-etag', (...read: Sample[]) => ({ row: read }), [
  ['of each its version', user('"3"'), user('"3"'), 'pass'],
  ['opaque', user('"a3f"'), ['pass', 'violated']],
  ['not of every collection', user('"3"'), user(), ['pass', 'violated']],
  // A web server's own, of a row without a version.
  ['weak beside strong ones', user('"3"'), user('W/"3"'), ['pass', 'violated']],
  ['weak', user('W/"3"'), 'violated'],
  ['no row', answer('GET /users/1', { status: 404, code: 'NOT_FOUND' }), 'inconclusive'],
]);

/** The policy that is restated and withdrawn, as a valid member serves it. */
const policyRow = (version: number, over: Partial<AnswerOptions> = {}): Sample =>
  answer('GET /asset-policies/7', {
    status: 200,
    position: 10 + version,
    etag: `"${version}"`,
    body: { assetPolicyId: 7, maxTicketAmount: `${version}` },
    ...over,
  });
const policyWrite = (status: number, position: number, over: Partial<AnswerOptions> = {}): Sample =>
  answer('POST /asset-policies/7/withdraw', { status, position, ...over });
const POLICY: Readonly<Record<string, Sample>> = {
  proposed: policyWrite(201, 11),
  'row 1': policyRow(1),
  restated: policyWrite(200, 12),
  'row 2': policyRow(2),
  moved: policyWrite(200, 14),
  'row 3': policyRow(3, { position: 14 }),
};
const PORTFOLIO_AND_POLICY = {
  'portfolio 1': row(1, 'own', 9),
  'portfolio restated': answer('PUT /portfolios/7', { status: 200, position: 10 }),
  'portfolio 2': row(2, 'own on', 10),
  ...POLICY,
};

judges('match/etag-moves-with-its-row', PORTFOLIO_AND_POLICY, [
  ['stays with the row', { 'portfolio 2': row(1, 'own', 10) }, 'pass'],
  ['is read too early', { 'portfolio 2': row(2, 'own on', 9, '"1"') }, 'inconclusive'],
  ['is read once more', { 'portfolio 2': [row(1, 'own', 9), row(2, 'own on', 10)] }, 'pass'],
  ['of an arm that is not taken', { moved: policyWrite(404, 14, { code: 'ROUTE_NOT_FOUND' }) }, 'pass'],
]);

const POLICY_PATH = '/trading-policies/7';
const HALT = `POST ${POLICY_PATH}/halt`;
const halted = (status: number, code?: string): Sample =>
  answer(HALT, { status, ...(code !== undefined && { code }), ...(status === 400 ? {} : { position: 9 }) });
const etagged = (etag: string, position = 8): Sample => answer(`GET ${POLICY_PATH}`, { status: 200, position, etag });
const under = (over: Readonly<Record<string, Sample | readonly Sample[]>>) =>
  Object.fromEntries(
    Object.entries({
      before: etagged('"2"'),
      stale: halted(412),
      weak: halted(400, 'INVALID_IF_MATCH'),
      after: etagged('"2"', 9),
      any: halted(200),
      ...over,
    }).map(([what, sample]) => [`${what}: POST /trading-policies/{id}/halt`, sample]),
  );

// biome-ignore format: an aligned table
blames('match/every-conditional-write', (over: Parameters<typeof under>[0]) => under(over), [
  ['held to each',                                      {},                                                                              'pass'],
  ['a stale one is refused, and the row moves',         { after: etagged('"3"', 9) },                                                    ['MATCH-04']],
  ['the row moves, as read of a member that is behind', { after: etagged('"1"', 7) },                                                    'pass'],
  ['a bare one is stale',                               { bare: halted(412) },                                                           'pass'],
  ['* is a version',                                    { any: halted(412), plain: halted(200) },                                        ['MATCH-02']],
  ['no former version',                                 { stale: [] },                                                                   'pass'],
  ['an arm that takes no If-Match', { stale: halted(400, 'INVALID_IF_MATCH'), any: halted(400, 'INVALID_IF_MATCH'), plain: halted(200) }, 'pass'],
  ['not taken at all',                                  { stale: halted(422), weak: halted(422), any: halted(422), plain: halted(422) }, 'pass'],
  ['no ETag',                                           { before: [], stale: [], weak: [], after: [], any: [] },                         'pass'],
]);
