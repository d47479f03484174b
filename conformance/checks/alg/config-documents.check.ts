import type { JsonObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, position, rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

const OUTCOMES = ['STAGED', 'APPLIED', 'REFUSED'];
const NAMED = ['seq', 'document', 'remark', 'outcome', 'outcomeAtNs', 'detail'];

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const areIds = (value: unknown) => Array.isArray(value) && value.every(Number.isInteger);

/** What a record lacks, as words. How the projected references are called is our own member's. */
function lackOf(row: JsonObject, strict: boolean): string | undefined {
  const { seq, document, remark, outcome, outcomeAtNs, detail } = row;
  const unnamed = NAMED.find((name) => !Object.hasOwn(row, name));
  if (unnamed !== undefined) return `${unnamed} on each document`;
  if (!Number.isInteger(seq) || Number(seq) < 1) return 'seq counted from 1';
  if (typeof document !== 'string') return 'the document, one string';
  if (!isTextOrNull(remark) || !isTextOrNull(detail)) return 'remark and detail, text or null';
  if (!OUTCOMES.includes(String(outcome))) return `outcome one of ${OUTCOMES.join(', ')}`;
  if (outcomeAtNs !== null && !/^[1-9][0-9]*$/.test(String(outcomeAtNs))) return 'outcomeAtNs in nanoseconds, or null';
  const isOurs = areIds(row['accountIds']) && areIds(row['instrumentIds']);
  return strict && !isOurs ? 'accountIds and instrumentIds, what the document refers to' : undefined;
}

/** A record is the row of the page; one that awaits its verdict may have had it since. */
function isTheRow(history: History, page: Exchange, record: Exchange): Judgement {
  const served = expects(record, { status: 200 });
  if (!isOk(record)) return served;
  const seq = Number(record.request.path.split('/').at(-1));
  const row = rows(page).find((one) => one['seq'] === seq);
  const lack = lackOf(json(record) as JsonObject, history.target.strict);
  if (lack !== undefined) return violated(lack, record);
  const isMoving = row?.['outcome'] === 'STAGED' && position(page) !== position(record);
  return isMoving || sameBody(json(record), row) ? pass : violated('the record as the page serves it', page, record);
}

export const configDocuments = check({
  id: 'alg/config-documents',
  proves: ['ALG-22'],
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
      ...pages.map((page) => {
        const served = expects(page, { status: 200 });
        if (!isOk(page)) return served;
        const lack = rows(page)
          .map((row) => lackOf(row, history.target.strict))
          .find((words) => words !== undefined);
        const records = history.labelled(`record of ${page.request.path}`);
        return allOf(
          lack === undefined ? pass : violated(lack, page),
          ...records.map((record) => isTheRow(history, page, record)),
        );
      }),
    );
  },
});
