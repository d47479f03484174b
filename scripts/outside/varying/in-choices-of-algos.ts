/** What a member may decide otherwise about algos and balances, or call otherwise (decisions A78 to A85, A102). */
import {
  type Asked,
  claimsOf,
  everyObject,
  having,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  telling,
  told,
  toldJson,
  without,
} from '../proxy/telling.ts';
import { less, unpublished } from './unpublished.ts';
import { variation } from './variation.ts';

const CREATE = /^POST \/algos\/instances$/;
const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const STOP = /^POST \/algos\/instances\/[0-9]+\/stop$/;

/** The rows of instances, of documents, of balances: each is told by a property of its own. */
const inRowsWith = (name: string, change: (row: Json) => Json): Layer =>
  toldJson((json) => everyObject(json, (row) => (name in row ? change(row) : row)));
const inInstances = (change: (row: Json) => Json): Layer => inRowsWith('lastCause', change);
const inDocuments = (change: (row: Json) => Json): Layer => inRowsWith('outcomeAtNs', change);
const inBalances = (change: (row: Json) => Json): Layer => inRowsWith('observedAtNs', change);

/** A document whose names became ids, its comments otherwise. */
const commented = (change: (document: string) => string): Layer =>
  inDocuments((row) => ({ ...row, document: change(String(row['document'])) }));

const STATES: Readonly<Record<string, string>> = { STOPPED: 'IDLE', STARTED: 'RUNNING' };
const CAUSES: Readonly<Record<string, string>> = {
  ENGINE_APPLIED: 'engine: document accepted',
  PLATFORM_STOPPED: 'platform: starter not authorised',
};

const MARK = '-anew-';

/** Not recorded, so no replay and no operation, and the key is free: the gateway sees another one in its place from then on. */
function refusedAtTheDoor(): Layer {
  const refusals = new Map<string, number>();
  return async (asked, next) => {
    const looked = /^\/operations\/([^/?]+)$/.exec(asked.path)?.[1];
    const key = keyOf(asked) ?? looked;
    const name = `${String(claimsOf(asked)['org_id'])} ${key}`;
    const times = key === undefined ? 0 : (refusals.get(name) ?? 0);
    const answer = await next(key === undefined || times === 0 ? asked : under(asked, key, `${key}${MARK}${times}`));
    const shown = { ...answer, body: answer.body.replaceAll(new RegExp(`${MARK}[0-9]+(?=")`, 'g'), '') };
    if (key === undefined || key === looked || !/CONFIG_(PENDING|SEQ_CONFLICT)/.test(answer.body)) return shown;
    refusals.set(name, times + 1);
    return without(shown, 'X-Service-Global-Sequence', 'Idempotent-Replay');
  };
}

function under(asked: Asked, key: string, other: string): Asked {
  if (asked.method === 'GET') return { ...asked, path: `/operations/${other}` };
  const body = Buffer.from(asked.body.toString('latin1').replaceAll(`"${key}"`, `"${other}"`), 'latin1');
  return { ...having(asked, 'Idempotency-Key', other), body };
}

export const IN_CHOICES_OF_ALGOS = [
  variation('an instance is created with 200', () =>
    told((answer, asked) =>
      CREATE.test(routeOf(asked)) && answer.status === 201 ? { ...answer, status: 200 } : answer,
    ),
  ),
  variation('names stand in comments before their ids', () =>
    commented((document) => document.replaceAll(/([0-9]+) (\/\* [A-Za-z-]+ \*\/)/g, '$2 $1')),
  ),
  variation('ids stand without comments', () =>
    commented((document) => document.replaceAll(/ \/\* (main|BTC-USD) \*\//g, '')),
  ),
  variation('other names of the states and causes of instances', () =>
    inInstances((row) => ({
      ...row,
      status: STATES[String(row['status'])] ?? row['status'],
      lastCause: CAUSES[String(row['lastCause'])] ?? row['lastCause'],
    })),
  ),
  variation('references of a document under other names', () =>
    unpublished(['accountIds', 'instrumentIds'], (row) =>
      'outcomeAtNs' in row
        ? { ...less(row, ['accountIds', 'instrumentIds']), references: [row['accountIds'], row['instrumentIds']] }
        : row,
    ),
  ),
  variation('manifests that say other things', () =>
    unpublished(['manifest'], (row) =>
      'documentSchema' in row ? { ...less(row, ['manifest']), title: 'x', about: { of: row['manifest'] } } : row,
    ),
  ),
  variation('the latest configSeq beside the error, as text', () =>
    toldJson((json, { status }, asked) => {
      const { error } = json;
      if (status !== 412 || !CONFIG.test(routeOf(asked)) || !isObject(error)) return json;
      const { currentVersion, ...rest } = error;
      return { error: rest, currentVersion: String(currentVersion) };
    }),
  ),
  variation('a stale document and a pending one are refused at the door', refusedAtTheDoor),
  variation('what is stopped is not stopped again', () =>
    told((answer, asked) => {
      const row = STOP.test(routeOf(asked)) && answer.status === 200 ? jsonOf(answer) : undefined;
      if (row === undefined || row['lastCause'] === 'STOPPED') return answer;
      const error = {
        code: 'NOT_STARTED',
        message: 'not started',
        requestId: headerOf(answer, 'x-request-id'),
        retryable: false,
      };
      return telling({ ...answer, status: 409 }, { error });
    }),
  ),
  variation('amounts that do not add up', () => inBalances((row) => ({ ...row, total: `1${String(row['total'])}` }))),
  variation('venues that state neither time nor revision', () =>
    inBalances((row) => ({ ...row, venueTsNs: null, venueRevision: null })),
  ),
] as const;
