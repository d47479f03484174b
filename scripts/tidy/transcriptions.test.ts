/**
 * gateway/contract and conformance/contract are two readings of one text, made apart on purpose. Here, and nowhere else,
 * they are laid side by side: a row in which they differ is a slip in one of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHANGES, type Change } from '../../conformance/contract/changes.ts';
import * as suite from '../../conformance/contract/refusals.ts';
import { publishedRetryable } from '../../conformance/contract/refusals.ts';
import { REQUIREMENTS } from '../../conformance/contract/requirements.ts';
import { REST_ROUTES } from '../../conformance/contract/routes.ts';
import * as suiteSocket from '../../conformance/contract/socket-refusals.ts';
import { REST_VERSIONS } from '../../conformance/contract/versions.ts';
import { FRAME_NAMES } from '../../conformance/member/exchange/frame-names.ts';
import { REJECTION_REASONS } from '../../gateway/contract/reasons.ts';
import { REFUSALS, type RefusalRow } from '../../gateway/contract/refusals.ts';
import { type OperationId, ROUTES, routeOf } from '../../gateway/contract/routes.ts';
import { SOCKET_REFUSALS } from '../../gateway/contract/socket-refusals.ts';
import { SOCKET_FRAMES } from '../../gateway/contract/sockets.ts';
import { GATES, type Span, sinceOf, VERSIONS } from '../../gateway/contract/versions.ts';
import { refusalGuide } from '../../platform-sim/control/console/refusal-guide.ts';
import { onDisk } from './source-files.ts';

/** The sandbox's own reasons of an order's rejection, where the interface names a cap and not its code; the document marks them assumed. */
const ASSUMED_REASONS = [
  'POLICY_HALTED',
  'MAX_ORDER_QTY_EXCEEDED',
  'MAX_ORDER_NOTIONAL_EXCEEDED',
  'MAX_OPEN_ORDERS_EXCEEDED',
] as const;

/** The sandbox's own codes, where the interface shows a refusal and not its code. */
const ASSUMED: readonly string[] = [
  'UPGRADE_REQUIRED',
  'VERSION_CONFLICT',
  'TRANSITION_NOT_ADMITTED',
  'ALGO_VERSION_NOT_LOADED',
  ...ASSUMED_REASONS,
];

const member: readonly (readonly [string, RefusalRow])[] = Object.entries(REFUSALS);

describe('refusals', () => {
  test('the suite knows every code of the member, but the assumed ones', () => {
    expect(member.map(([code]) => code).filter((code) => !(code in suite.REFUSALS))).toEqual([...ASSUMED]);
  });

  test.each(member)('%s: status and retryable', (code, row) => {
    const read: suite.RefusalRow | undefined = suite.REFUSALS[code as suite.RefusalCode];
    if (read === undefined) return expect(ASSUMED).toContain(code);
    expect(row.status).toBe(read.status ?? row.status);
    const factual = read.by === 'owner';
    const retryable = publishedRetryable({ status: row.status, code, factual });
    expect(row.retryable).toBe(retryable ?? row.retryable);
  });

  test('a 429 or a 503 says when to come back', () => {
    for (const [code, { status, retryAfterS }] of member)
      expect(retryAfterS !== undefined, code).toBe(status === 429 || status === 503);
  });

  test('an owner gives the reasons that the suite knows, and the retired one is only listed', () => {
    const known: readonly string[] = [
      ...suite.REJECTION_REASONS,
      'CREDENTIAL_NOT_ACTIVE',
      'SCALE_UNKNOWN',
      ...ASSUMED_REASONS,
    ];
    expect([...REJECTION_REASONS].sort()).toEqual([...known].sort());
    expect(('FILL_PRECISION_OVERFLOW' satisfies keyof typeof suite.REFUSALS) in REFUSALS).toBe(false);
  });
});

test('versions: the same list in the same order', () => {
  expect(VERSIONS).toEqual(REST_VERSIONS);
  expect(VERSIONS).toHaveLength(27);
});

test('changes: the suite reads one of the versions in which a span of the member opens or ends, and no other', () => {
  const spans: readonly Span[] = Object.values(GATES);
  const moved = new Set(spans.flatMap(({ since, until }) => [since, until].filter((one) => one !== undefined)));
  const changes: readonly Change[] = Object.values(CHANGES);
  const seen = new Set(changes.filter(({ before }) => before !== undefined).map(({ since }) => since));
  expect(VERSIONS.filter((version) => seen.has(version))).toEqual(VERSIONS.filter((version) => moved.has(version)));
});

test('refusals of the socket: the same codes in the same order, each since the same version', () => {
  const read = (rows: Readonly<Record<string, { readonly since: string }>>) =>
    Object.entries(rows).map(([code, { since }]) => [code, since]);
  expect(read(SOCKET_REFUSALS)).toEqual(read(suiteSocket.SOCKET_REFUSALS));
});

test('frames: the same names of each socket', () => {
  expect(FRAME_NAMES).toEqual({ trading: SOCKET_FRAMES.trading, marketData: SOCKET_FRAMES['market-data'] });
});

describe('routes', () => {
  const served = (Object.keys(ROUTES) as OperationId[])
    .map(routeOf)
    .map(({ method, path, gate }) => ({ method, path: braced(path), since: sinceOf(gate) }));
  const known = REST_ROUTES.map(({ method, path, since }) => ({ method, path, since }));

  test('every route that the suite knows is served, from the same version on', () => {
    expect(served).toEqual(expect.arrayContaining(known));
  });

  test('the suite knows every route, but those that the interface does not show', () => {
    const lines = new Set(known.map(({ method, path }) => `${method} ${path}`));
    const further = served.map(({ method, path }) => `${method} ${path}`).filter((line) => !lines.has(line));
    expect(
      further.filter((line) => !/^(GET \/((openapi|asyncapi)\.json|docs)|(POST|PUT) \/orgs\b)/.test(line)),
    ).toEqual([]);
  });
});

/** A path as documents spell it. */
function braced(path: string): string {
  return path.replaceAll(/:([a-z]+)/g, '{$1}');
}

describe('requirements', () => {
  const table = onDisk('../shared/contract/requirements.tsv');

  test('ids are unique and no statement is empty', () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    expect(REQUIREMENTS.filter(({ statement }) => statement.trim() === '')).toEqual([]);
  });

  test.skipIf(!existsSync(table))('row by row as the published table, which stands beside the repository', () => {
    const [, ...rows] = readFileSync(table, 'utf8').trimEnd().split('\n');
    expect(REQUIREMENTS.map(({ id, since, sees, statement }) => [id, since, sees, statement].join('\t'))).toEqual(rows);
  });
});

test('the console has a requirement and a remedy for every code of both contracts', () => {
  const ids = new Set<string>(REQUIREMENTS.map(({ id }) => id));
  const wrong = [...Object.keys(REFUSALS), ...Object.keys(SOCKET_REFUSALS)].filter((code) => {
    const guide = refusalGuide(code);
    return guide === undefined || !ids.has(guide.requirement) || guide.remedy === '';
  });
  expect(wrong).toEqual([]);
});
