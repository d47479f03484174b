/** Allowed differences of algos and balances (decisions A78 to A85, A102). */
import {
  changeJson,
  changeResponse,
  claimsOf,
  everyObject,
  type HttpRequest,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
} from '../layer.ts';
import { less, unpublished } from '../unpublished.ts';
import { variation } from '../variation.ts';

const CREATE = /^POST \/algos\/instances$/;
const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const STOP = /^POST \/algos\/instances\/[0-9]+\/stop$/;

/** Changes the rows that have the named property: instances, documents or balances. */
const inRowsWith = (name: string, change: (row: Json) => Json): Layer => changeJson((json) => everyObject(json, (row) => (name in row ? change(row) : row)));
const inInstances = (change: (row: Json) => Json): Layer => inRowsWith('lastCause', change);
const inDocuments = (change: (row: Json) => Json): Layer => inRowsWith('outcomeAtNs', change);
const inBalances = (change: (row: Json) => Json): Layer => inRowsWith('observedAtNs', change);

/** Changes the comments of a document whose names became ids. */
const commented = (change: (document: string) => string): Layer => inDocuments((row) => ({ ...row, document: change(String(row['document'])) }));

const STATES: Readonly<Record<string, string>> = { STOPPED: 'IDLE', STARTED: 'RUNNING' };
const CAUSES: Readonly<Record<string, string>> = {
  ENGINE_APPLIED: 'engine: document accepted',
  PLATFORM_STOPPED: 'platform: starter not authorised',
};

const MARK = '-anew-';

/**
 * Refusals are not recorded, so there is no replay and no operation, and the key is free: the layer sends another key
 * to the gateway from then on.
 */
function refusedAtTheDoor(): Layer {
  const refusals = new Map<string, number>();
  return async (request, next) => {
    const looked = /^\/operations\/([^/?]+)$/.exec(request.path)?.[1];
    const key = keyOf(request) ?? looked;
    const name = `${String(claimsOf(request)['org_id'])} ${key}`;
    const times = key === undefined ? 0 : (refusals.get(name) ?? 0);
    const answer = await next(key === undefined || times === 0 ? request : under(request, key, `${key}${MARK}${times}`));
    const shown = { ...answer, body: answer.body.replaceAll(new RegExp(`${MARK}[0-9]+(?=")`, 'g'), '') };
    if (key === undefined || key === looked || !/CONFIG_(PENDING|SEQ_CONFLICT)/.test(answer.body)) return shown;
    refusals.set(name, times + 1);
    return withoutHeaders(shown, 'X-Service-Global-Sequence', 'Idempotent-Replay');
  };
}

function under(request: HttpRequest, key: string, other: string): HttpRequest {
  if (request.method === 'GET') return { ...request, path: `/operations/${other}` };
  const body = Buffer.from(request.body.toString('latin1').replaceAll(`"${key}"`, `"${other}"`), 'latin1');
  return { ...withHeader(request, 'Idempotency-Key', other), body };
}

/** Variations of algos and balances (decisions A78 to A85, A102). */
export const ALGOS_VARIATIONS = [
  variation('instance-created-200', ['A78'], 'POST /algos/instances answers 200.', () =>
    changeResponse((answer, request) => (CREATE.test(routeOf(request)) && answer.status === 201 ? { ...answer, status: 200 } : answer)),
  ),
  variation('comments-before-ids', ['A84'], 'The comments of a document stand before the ids.', () =>
    commented((document) => document.replaceAll(/(?<![0-9])([0-9]+) (\/\* [A-Za-z-]+ \*\/)/g, '$2 $1')),
  ),
  variation('comments-of-a-line', ['A84'], 'The comments of a document end with their line.', () =>
    commented((document) => document.replaceAll(/\/\* (main|BTC-USD) \*\//g, '// $1\n')),
  ),
  variation('other-names-keep-their-comments', ['A84'], 'Only the name that no comment carries has none.', () =>
    commented((document) =>
      /"account": [0-9]{9,}/.test(document) && document.length < 6_000 ? document.replace(/"instrument": 1(?=[,\s}])/, '$& /* BTC-USD */') : document,
    ),
  ),
  variation('other-instance-states', ['A85'], 'Algo instances have states and causes of other names.', () =>
    inInstances((row) => ({
      ...row,
      status: STATES[String(row['status'])] ?? row['status'],
      lastCause: CAUSES[String(row['lastCause'])] ?? row['lastCause'],
    })),
  ),
  variation('other-document-references', [], 'The references of a config document have other names.', () =>
    unpublished(['accountIds', 'instrumentIds'], (row) =>
      'outcomeAtNs' in row ? { ...less(row, ['accountIds', 'instrumentIds']), references: [row['accountIds'], row['instrumentIds']] } : row,
    ),
  ),
  variation('other-manifests', [], 'Manifests of algo versions hold other members.', () =>
    unpublished(['manifest'], (row) => ('documentSchema' in row ? { ...less(row, ['manifest']), title: 'x', about: { of: row['manifest'] } } : row)),
  ),
  variation('latest-config-seq-beside-error', ['A81'], 'The latest configSeq of a 412 stands beside the error as text.', () =>
    changeJson((json, { status }, request) => {
      const { error } = json;
      if (status !== 412 || !CONFIG.test(routeOf(request)) || !isObject(error)) return json;
      const { currentVersion, ...rest } = error;
      return { error: rest, currentVersion: String(currentVersion) };
    }),
  ),
  variation(
    'config-conflict-at-the-door',
    ['A79', 'A80'],
    'A stale or pending config document is refused without a position; the key stays free.',
    refusedAtTheDoor,
  ),
  variation('second-stop-refused', ['A85'], 'A second stop of an instance is refused with 409.', () =>
    changeResponse((answer, request) => {
      const row = STOP.test(routeOf(request)) && answer.status === 200 ? jsonOf(answer) : undefined;
      if (row === undefined || row['lastCause'] === 'STOPPED') return answer;
      const error = {
        code: 'NOT_STARTED',
        message: 'not started',
        requestId: headerOf(answer, 'x-request-id'),
        retryable: false,
      };
      return withJson({ ...answer, status: 409 }, { error });
    }),
  ),
  variation('balances-that-do-not-add-up', ['A102'], 'The total of a balance differs from available plus held.', () =>
    inBalances((row) => ({ ...row, total: `1${String(row['total'])}` })),
  ),
  variation('balances-without-venue-time', ['A102'], 'Balances have neither a venue time nor a venue revision.', () =>
    inBalances((row) => ({ ...row, venueTsNs: null, venueRevision: null })),
  ),
] as const;
