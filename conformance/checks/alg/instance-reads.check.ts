/**
 * Reads of algo instances: the catalogue of versions, config documents, ETags, orders, and who moved an instance last.
 */

import { NAMED_MEMBERS } from '../../contract/named-members.ts';
import { at, type Exchange, isOk, json, pathOf, position, rows } from '../../member/exchange/exchange.ts';
import { instanceIdOf } from '../../member/exchange/instance-id.ts';
import { isOpenId, sameId } from '../../member/exchange/open-id.ts';
import { etagOf } from '../../member/exchange/row-version.ts';
import { differenceOf, sameBody } from '../../member/exchange/same-answer.ts';
import { largest } from '../../member/extremes.ts';
import { asObject, type JsonObject } from '../../member/profile/contract-document.ts';
import { noRowLacks } from '../../rules/row-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachOf,
  inconclusive,
  type Judgement,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { COLLECTIONS, nextCursor, rowId, walk } from '../../scenes/collection.ts';
import {
  INSTANCES,
  instanceIn,
  isApplied,
  looking,
  NO_VERDICT,
  notCreated,
  withInstance,
} from '../../scenes/own-instance.ts';
import { lackOfDocument, verdictsHold } from './document-records.ts';

/** Keywords that identify a JSON Schema. */
const OF_A_SCHEMA = ['$schema', '$ref', 'type', 'properties', 'allOf', 'anyOf', 'oneOf', 'enum', 'const', 'items'];

function isSchema(value: unknown): boolean {
  return OF_A_SCHEMA.some((name) => Object.hasOwn(asObject(value), name));
}

/** The interface does not say whether a schema is served as an object or as its JSON text. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** What an entry lacks, in words. The names of manifest and schema, and a manifest's content, are not shown. */
function lackOfVersion(row: JsonObject, strict: boolean): string | undefined {
  const { algoVersionId, pool, manifest } = row;
  if (!isOpenId(algoVersionId) || typeof pool !== 'string') return 'of each version an algoVersionId and its pool';
  const objects = Object.values(row)
    .map((value) => (strict ? value : parsed(value)))
    .filter((value) => Object.keys(asObject(value)).length > 0);
  if (!objects.some(isSchema)) return 'of each version the JSON Schema of its documents';
  if (objects.length < 2) return 'of each version its manifest';
  if (!strict) return undefined;
  const { name, version } = asObject(manifest);
  const isOurs = typeof name === 'string' && typeof version === 'string' && isSchema(row['documentSchema']);
  return isOurs ? undefined : 'of each version manifest with name and version, and documentSchema';
}

export const catalogueOfVersions = check({
  id: 'alg/catalogue-of-versions',
  proves: ['ALG-20'],
  title: 'the catalogue lists each loaded version once per pool, with its manifest and the JSON Schema of its document',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    await admin.get('/algos/versions', { label: 'catalogue' });
  },

  judge(history) {
    const page = history.one('catalogue');
    const served = expects(page, { status: 200 });
    if (served.verdict !== 'pass') return served;
    const versions = rows(page);
    if (versions.length === 0) return inconclusive('no pool has loaded a version');
    const names = versions.map(({ algoVersionId, pool }) => JSON.stringify([pool, algoVersionId]));
    return allOf(
      noRowLacks(page, (row) => lackOfVersion(row, history.target.strict)),
      new Set(names).size === names.length ? pass : violated('each version once per pool', page),
    );
  },
});

/** A record equals the row of the page; one that was STAGED on the page may have its verdict by now. */
function isTheRow(history: History, page: Exchange, record: Exchange): Judgement {
  const served = expects(record, { status: 200 });
  if (!isOk(record)) return served;
  const seq = record.request.path.split('/').at(-1);
  const row = rows(page).find((one) => sameId(one['seq'], seq));
  const lack = lackOfDocument(json(record) as JsonObject, history.target.strict);
  if (lack !== undefined) return violated(lack, record);
  const isMoving = row?.['outcome'] === 'STAGED' && position(page) !== position(record);
  return isMoving || sameBody(json(record), row) ? pass : violated('the record as the page serves it', page, record);
}

export const configDocuments = check({
  id: 'alg/config-documents',
  proves: ['ALG-22', 'ALG-07'],
  title:
    'config documents are served by page and by seq with their text, remark, outcome, its time, detail and references',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    const instances = [...rows(await admin.get(INSTANCES))];
    instances.sort((a, b) => Number(b['configSeq']) - Number(a['configSeq']));
    for (const instanceId of instances.slice(0, 2).map(instanceIdOf)) {
      const path = `${INSTANCES}/${instanceId}/configs`;
      const page = await admin.get(path, { label: 'page' });
      for (const { seq } of rows(page).slice(0, 3)) await admin.get(`${path}/${seq}`, { label: `record of ${path}` });
    }
  },

  judge(history) {
    const pages = history.labelled('page');
    if (!pages.some((page) => rows(page).length > 0)) return inconclusive('no instance has a document');
    return allOf(
      pages.map((page) => {
        const served = expects(page, { status: 200 });
        if (!isOk(page)) return blaming(served, 'ALG-22');
        const records = history.labelled(`record of ${page.request.path}`);
        return allOf(
          blaming(
            noRowLacks(page, (row) => lackOfDocument(row, history.target.strict)),
            'ALG-22',
          ),
          verdictsHold(page, history.target.strict),
          records.map((record) => blaming(isTheRow(history, page, record), 'ALG-22')),
        );
      }),
    );
  },
});

/** Staged and refused documents count too (decision A83). Reads are compared only at the same position. */
function isOfTheLatest(row: Exchange, history: History): Judgement {
  const documents = history.labelled('documents').find((e) => pathOf(e) === `${pathOf(row)}/configs`);
  if (documents === undefined || !isOk(documents) || position(documents) !== position(row)) return unseen;
  const latest = largest([0, ...rows(documents).map(({ seq }) => Number(seq))]);
  return etagOf(row) === `"${latest}"` ? pass : violated(`ETag "${latest}", of the latest document`, documents, row);
}

export const etagQuotesTheLatestDocument = check({
  id: 'alg/etag-quotes-the-latest-document',
  proves: ['ALG-04'],
  title: 'the row of an instance carries ETag "<configSeq>", the sequence of its latest document',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    const ids = rows(await admin.get(INSTANCES)).map(instanceIdOf);
    for (const id of new Set([...ids.slice(0, 3), ...ids.slice(-3)].filter((one) => one !== undefined))) {
      await admin.get(`${INSTANCES}/${id}`, { label: 'row' });
      await admin.get(`${INSTANCES}/${id}/configs`, { label: 'documents' });
    }
  },

  judge(history) {
    const read = history.labelled('row').filter(isOk);
    if (read.length === 0) return inconclusive('no instance was served');
    return eachOf(read, (row) => {
      const etag = `"${String(at(row, 'configSeq'))}"`;
      return allOf(
        etagOf(row) === etag ? pass : violated(`ETag ${etag}, the configSeq in quotes`, row),
        isOfTheLatest(row, history),
      );
    });
  },
});

const namesOf = (row: object) =>
  Object.keys(row)
    .filter((name) => NAMED_MEMBERS.has(name))
    .sort()
    .join();

function areItsOwn(page: Exchange, id: string | undefined): Judgement {
  return rows(page).every((row) => sameId(row['algoInstanceId'], id) && row['userId'] === 0)
    ? pass
    : violated(`orders with algoInstanceId ${id} and userId 0`, page);
}

/** Rows with the same properties as GET /orders/{id} returns. */
function areOrderRows(page: Exchange, row: Exchange): Judgement {
  if (!isOk(row)) return inconclusive('the order of an instance was not served by its id');
  const shape = namesOf(asObject(json(row)));
  return rows(page).every((one) => namesOf(one) === shape)
    ? pass
    : violated('orders in the order row shape', row, page);
}

export const ordersOfAnInstance = check({
  id: 'alg/orders-of-an-instance',
  proves: ['ALG-19'],
  title: "an instance's orders are order rows with algoInstanceId set and userId 0",
  needs: ['admin', 'algoInstance', 'algos'],

  async drive({ admin, fixtures }) {
    const page = await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, {
      ...{ query: { limit: 100 }, label: 'orders' },
    });
    const orderId = rows(page)[0]?.['orderId'];
    if (typeof orderId === 'string') await admin.get(`/orders/${orderId}`, { label: 'order' });
  },

  judge(history) {
    const [page, row] = [history.one('orders'), history.maybe('order')];
    const served = expects(page, { status: 200 });
    if (served.verdict !== 'pass') return served;
    if (rows(page).length === 0) return inconclusive('the fixture algoInstance has placed no order');
    return allOf(
      areItsOwn(page, instanceIn(page)),
      row === undefined ? violated('orders with their orderId', page) : areOrderRows(page, row),
    );
  },
});

const MOST_PAGES = 5;
const PAGE = 90;

const [ORDERS] = COLLECTIONS;
const idOf = (row: JsonObject): bigint => rowId(row, ORDERS);

/** Orders are never removed: each order on the instance's page is in every later walk. */
function isListed(placed: Exchange, row: Readonly<Record<string, unknown>>, pages: readonly Exchange[]): Judgement {
  const last = pages.at(-1);
  const listed = pages
    .flatMap((page) => rows(page).map((one) => ({ page, one })))
    .find(({ one }) => idOf(one) === idOf(row));
  if (listed === undefined) {
    const oldest = rows(last ?? placed).at(-1);
    const isCovered = last !== undefined && (nextCursor(last) === undefined || (oldest && idOf(oldest) < idOf(row)));
    return isCovered ? violated(`order ${String(row['orderId'])} of the instance in GET /orders`, placed, last) : pass;
  }
  const other = differenceOf(row, listed.one);
  if (other === undefined) return pass;
  // The order may have been filled or cancelled between reads at different positions.
  return position(listed.page) === position(placed)
    ? violated(`${other} as GET /orders lists it at the same position`, listed.page, placed)
    : unseen;
}

export const ordersAreAmongAllOrders = check({
  id: 'alg/orders-are-among-all-orders',
  proves: ['ALG-19'],
  title: 'the orders of an algo instance are among GET /orders, the same rows at the same position',
  needs: ['admin', 'algoInstance', 'algos'],

  async drive({ admin, fixtures }) {
    const path = `${INSTANCES}/${fixtures.algoInstance.id}/orders`;
    await admin.get(path, { query: { limit: 10 }, label: 'placed' });
    await walk(admin, '/orders', { limit: PAGE, label: 'all', most: MOST_PAGES });
  },

  judge(history) {
    const placed = history.one('placed');
    const pages = history.labelled('all');
    const from = position(placed);
    if (!isOk(placed) || rows(placed).length === 0) return inconclusive('the fixture algoInstance has placed no order');
    const isLater = (page: Exchange) => from !== undefined && (position(page) ?? -1n) >= from;
    if (!pages.every((page) => isOk(page) && isLater(page)))
      return inconclusive('GET /orders was not served at the position of the instance or later');
    return eachOf(rows(placed), (row) => isListed(placed, row, pages));
  },
});

export const movedByNoUser = check({
  id: 'alg/moved-by-nobody',
  proves: ['ALG-21'],
  title:
    'lastUpdatedByUserId is null if the engine moved an instance, and the user if a person did; lastCause says which',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await admin.get('/me', { label: 'me' });
    await withInstance(scene, admin, {}, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      await admin.get(own.path, { label: 'after the verdict' });
      await admin.post(`${own.path}/start`, {}, { label: 'started' });
    });
  },

  judge(history) {
    const judged = history.maybe('after the verdict');
    if (judged === undefined || !isOk(judged)) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const started = history.one('started');
    const cause = at(judged, 'lastCause');
    const says = typeof cause === 'string' && cause !== '';
    const isTheirs = !isOk(started) || at(started, 'lastUpdatedByUserId') === idIn(history.one('me'), 'userId');
    const isReplaced = !isOk(started) || at(started, 'lastCause') !== cause;
    const created = history.one('created');
    const isNew = typeof at(created, 'lastUpdatedByUserId') !== 'number' || at(created, 'lastCause') !== cause;
    if (at(judged, 'lastUpdatedByUserId') !== null)
      return history.target.strict
        ? violated("lastUpdatedByUserId null: the engine's verdict moved the instance", judged)
        : // The interface does not show whether a verdict changes the row.
          inconclusive('the verdict on its document moved no instance');
    return allOf(
      says ? pass : violated('a lastCause that says what moved the instance', judged),
      isNew ? pass : violated('a lastCause of the engine, not of the creation', created, judged),
      isTheirs ? pass : violated('lastUpdatedByUserId of the person who started it', history.one('me'), started),
      isReplaced ? pass : violated('a lastCause of the start, not of the engine', judged, started),
    );
  },
});

export const stoppedByThePlatform = check({
  id: 'alg/stopped-by-the-platform',
  proves: ['ALG-21'],
  title: 'lastUpdatedByUserId is null if a rule of the platform stopped an instance, and lastCause says so',
  // The rule is the sandbox's: it stops an instance whose starter has lost algos:manage.
  needs: ['admin', 'deputy', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, deputy } = scene;
    const me = await deputy.get('/me');
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined) return;
    const grant = (capabilities: readonly string[]) => admin.put(`/users/${userId}`, { capabilities });
    await withInstance(scene, admin, {}, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      const started = await deputy.post(`${own.path}/start`, {}, { label: 'started' });
      try {
        await grant(held.filter((scope) => scope !== 'algos:manage'));
        await looking(
          scene,
          () => admin.get(own.path, { label: 'stopped' }),
          (e) => at(e, 'status') !== at(started, 'status') || undefined,
        );
      } finally {
        await grant(held);
      }
    });
  },

  judge(history) {
    const started = history.maybe('started');
    const stopped = history.labelled('stopped').at(-1);
    if (history.maybe('created') === undefined)
      return inconclusive('GET /me does not name the user and what they hold');
    if (started === undefined || stopped === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    if (!isOk(started) || at(stopped, 'status') === at(started, 'status'))
      return inconclusive('no rule of the platform stopped the instance');
    const cause = at(stopped, 'lastCause');
    return allOf(
      at(stopped, 'lastUpdatedByUserId') === null
        ? pass
        : violated('lastUpdatedByUserId null: no user stopped it', stopped),
      typeof cause === 'string' && cause !== at(started, 'lastCause')
        ? pass
        : violated('a lastCause that says what stopped it', started, stopped),
    );
  },
});
