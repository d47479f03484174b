import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { etagMovesWithItsRow, staleArm, versionedRowsCarryEtag } from './etags.check.ts';
import { contradictingBody, malformedIfMatch, unconditionalWrite } from './if-match.check.ts';
import { staleIfMatch, staleRestatement } from './stale.check.ts';

const put = (status: number, code?: string): Sample =>
  answer('PUT /portfolios/7', { status, ...(code !== undefined && { code }) });
const TAKEN = put(200);
const MALFORMED = put(400, 'MALFORMED_REQUEST');
const INVALID = put(400, 'INVALID_IF_MATCH');
const STALE = put(412, 'VERSION_CONFLICT');

const row = (version: number, displayName: string, position = 10 + version, etag = `"${version}"`): Sample =>
  answer('GET /portfolios/7', { status: 200, position, asOf: 5, etag, body: { portfolioId: 7, displayName, version } });

/** A history without any exchange: the target takes no row of the suite's own. */
const without = (good: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(good).map((label) => [label, []]));

const UNCONDITIONAL = { read: row(1, 'own'), matched: TAKEN, 'any version': [TAKEN, TAKEN], 'no precondition': TAKEN };

judges(unconditionalWrite, UNCONDITIONAL, [
  ['* is stale', { 'any version': [TAKEN, STALE] }, 'violated'],
  ['* does not parse', { 'any version': [INVALID, TAKEN] }, 'violated'],
  ['one is owed', { 'no precondition': put(428, 'PRECONDITION_REQUIRED') }, 'violated'],
  ['no write is taken at all', { matched: MALFORMED }, 'inconclusive'],
  ['no ETag', { read: answer('GET /portfolios/7', { status: 200 }) }, 'inconclusive'],
  ['no portfolio of its own', without(UNCONDITIONAL), 'inconclusive'],
]);

const REFUSED = {
  first: row(1, 'own'),
  weak: INVALID,
  unparsed: [INVALID, INVALID],
  list: INVALID,
  after: row(1, 'own'),
  strong: TAKEN,
};

judges(malformedIfMatch, REFUSED, [
  ['a weak one is taken', { weak: TAKEN }, 'violated'],
  ['a weak one is stale', { weak: STALE }, 'violated'],
  ['a weak one has another code', { weak: MALFORMED }, 'violated'],
  ['a bare one is taken', { unparsed: [INVALID, TAKEN] }, 'violated'],
  ['a bare one is stale', { unparsed: [INVALID, STALE] }, ['pass', 'violated']],
  ['a list is stale', { list: STALE }, ['pass', 'violated']],
  [
    'a list that holds the version matches',
    { list: TAKEN, after: row(1, 'refused'), strong: STALE },
    ['pass', 'violated'],
  ],
  ['refused, and the row is another', { after: row(1, 'refused') }, 'violated'],
  ['nothing is taken at all', { strong: MALFORMED }, 'inconclusive'],
  ['no portfolio of its own', without(REFUSED), 'inconclusive'],
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

judges(staleIfMatch, MOVED_ON, [
  [
    'a code of its own',
    { stale: answer('PUT /portfolios/7', { status: 412, code: 'STALE', position: 13 }) },
    ['pass', 'violated'],
  ],
  ['refused by the door', { stale: STALE }, ['pass', 'violated']],
  ['another currentVersion', { stale: conflict(9) }, ['pass', 'violated']],
  ['an ETag of another version', { stale: conflict(2, { etag: '"3"' }) }, 'violated'],
  ['an ETag of the same version', { stale: conflict(2, { etag: '"2"' }) }, 'pass'],
  ['an ETag and a currentVersion from before', { stale: conflict(1, { etag: '"1"' }) }, 'violated'],
  ['two versions, one of them right', { stale: conflict(9, { etag: '"2"' }) }, 'violated'],
  ['taken', { stale: answer('PUT /portfolios/7', { status: 200, position: 13 }) }, 'violated'],
  ['a conflict of another status', { stale: put(409, 'VERSION_CONFLICT') }, 'violated'],
  ['refused, and the row changed', { after: row(2, 'own stale', 13) }, 'violated'],
  ['refused, and counted', { after: row(3, 'own moved on', 13) }, 'violated'],
  ['refused, and another ETag', { after: row(2, 'own moved on', 13, '"3"') }, 'violated'],
  ['not stale', { 'moved on': MALFORMED }, 'inconclusive'],
  ['of the same version', { now: row(1, 'own moved on') }, 'inconclusive'],
  ['read of a member that is behind', { after: row(1, 'own', 10) }, 'inconclusive'],
  ['no portfolio of its own', without(MOVED_ON), 'inconclusive'],
]);

const restated = (status: number): Sample => answer('PUT /accounts/7', { status, position: 9 });
const RESTATED = {
  'account restated': restated(200),
  'account stale': restated(412),
  'account restated again': restated(200),
};

judges(staleRestatement, RESTATED, [
  ['taken', { 'account stale': restated(200) }, 'violated'],
  ['taken, and not once more', { 'account stale': restated(200), 'account restated again': restated(409) }, 'violated'],
  ['refused as something else', { 'account stale': restated(400) }, 'violated'],
  [
    'refused as any restatement is by then',
    { 'account stale': restated(409), 'account restated again': restated(409) },
    'not-exercised',
  ],
  ['a policy taken', { 'asset policy stale': restated(200) }, 'violated'],
  ['no row that is restated', without(RESTATED), 'not-exercised'],
]);

const CONTRADICTED = {
  read: row(1, 'own'),
  plain: TAKEN,
  path: [MALFORMED, MALFORMED],
  precondition: MALFORMED,
};

judges(contradictingBody, CONTRADICTED, [
  ['another row is named and the write taken', { path: [MALFORMED, TAKEN] }, 'violated'],
  ['another row is named and looked for', { path: [put(404, 'NOT_FOUND'), MALFORMED] }, 'violated'],
  ['another version is named and the write taken', { precondition: TAKEN }, ['pass', 'violated']],
  ['the body is not taken without a contradiction', { plain: MALFORMED }, 'inconclusive'],
]);

const user = (etag?: string): Sample =>
  answer('GET /users/1', { status: 200, body: { version: 3 }, ...(etag !== undefined && { etag }) });

judgesOf(versionedRowsCarryEtag, (...read: Sample[]) => ({ row: read }), [
  ['of each its version', user('"3"'), user('"3"'), 'pass'],
  ['opaque', user('"a3f"'), ['pass', 'violated']],
  ['not of every collection', user('"3"'), user(), ['pass', 'violated']],
  ['weak', user('"3"'), user('W/"3"'), 'violated'],
  ['bare', user('3'), 'violated'],
  ['nowhere', user(), user(), 'violated'],
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
  stale: policyWrite(412, 13, { code: 'VERSION_CONFLICT' }),
  'row 3': policyRow(2, { position: 13 }),
  moved: policyWrite(200, 14),
  'row 4': policyRow(3, { position: 14 }),
};
const PORTFOLIO_AND_POLICY = {
  'portfolio 1': row(1, 'own', 9),
  'portfolio restated': answer('PUT /portfolios/7', { status: 200, position: 10 }),
  'portfolio 2': row(2, 'own on', 10),
  ...POLICY,
};

judges(etagMovesWithItsRow, PORTFOLIO_AND_POLICY, [
  ['stays as a portfolio is restated', { 'portfolio 2': row(2, 'own on', 10, '"1"') }, 'violated'],
  ['stays as a policy is restated', { 'row 2': policyRow(2, { etag: '"1"' }) }, 'violated'],
  ['stays as an arm moves a policy', { 'row 4': policyRow(3, { position: 14, etag: '"2"' }) }, 'violated'],
  ['stays with the row', { 'portfolio 2': row(1, 'own', 10) }, 'pass'],
  ['is read too early', { 'portfolio 2': row(2, 'own on', 9, '"1"') }, 'inconclusive'],
  ['is read once more', { 'portfolio 2': [row(1, 'own', 9), row(2, 'own on', 10)] }, 'pass'],
  ['of an arm that is not taken', { moved: policyWrite(404, 14, { code: 'ROUTE_NOT_FOUND' }) }, 'pass'],
  ['no row of its own', without(PORTFOLIO_AND_POLICY), 'not-exercised'],
]);

judges(staleArm, POLICY, [
  ['refused at the door', { stale: policyWrite(412, 0) }, 'pass'],
  ['taken', { stale: policyWrite(200, 13) }, 'violated'],
  ['a conflict of another status', { stale: policyWrite(409, 13) }, 'violated'],
  ['refused, and the row moves', { 'row 3': policyRow(3, { position: 13 }) }, 'violated'],
  ['refused, and the row read too early', { 'row 3': policyRow(1) }, 'inconclusive'],
  ['not taken either way', { stale: policyWrite(400, 0), moved: policyWrite(400, 0) }, 'not-exercised'],
  ['no policy of its own', without(POLICY), 'not-exercised'],
]);
