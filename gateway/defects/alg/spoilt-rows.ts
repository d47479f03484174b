import { notHeld } from '../../answers.ts';
import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody } from '../defect.ts';
import { hearing } from '../hearing-otherwise.ts';

const ONE = /^\/algos\/instances\/[^/]+$/;
const DOCUMENT = /^\/algos\/instances\/[^/]+\/configs\/[^/]+$/;
const ORDERS = /^\/algos\/instances\/[^/]+\/orders$/;
const ORGANISATIONS = [1, 2, 3, 4];

type Row = Readonly<Record<string, unknown>>;
const isRead = ({ status }: Answer) => status === 200;
const rowsOf = (page: Row) => page['items'] as readonly Row[];

/** The items of a page, changed. */
function inItems(path: RegExp, change: (rows: readonly Row[]) => readonly Row[]): NonNullable<Defect['spoil']> {
  return (answer, { path: asked }) =>
    path.test(asked) && isRead(answer)
      ? rewriteBody(answer, (page) => ({ ...page, items: change(rowsOf(page)) }))
      : answer;
}

function quoting(version: (row: Row, etag: string) => string | undefined): NonNullable<Defect['spoil']> {
  return (answer, { path, request }) => {
    if (request.method !== 'GET' || !ONE.test(path) || !isRead(answer) || typeof answer.body !== 'string')
      return answer;
    const etag = version(JSON.parse(answer.body) as Row, answer.headers['ETag'] ?? '');
    const { ETag: _, ...headers } = answer.headers;
    return { ...answer, headers: etag === undefined ? headers : { ...headers, ETag: etag } };
  };
}

/** Each is wrong about what is read of instances, their documents and orders, and of the catalogue. */
export const SPOILT_ROWS: readonly Defect[] = [
  {
    name: 'serves-orders-of-a-foreign-instance',
    breaks: ['ALG-01', 'AUTH-16'],
    story: "finds the orders of another organisation's instance",
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          const { services, caller, operation, params } = known;
          const orgId = ORGANISATIONS.find(
            (id) => services.state.algoInstances(id).get(params['id'] ?? '') !== undefined,
          );
          if (operation !== 'listAlgoOrders' || orgId === undefined) return good.run(known, proceed);
          return good.run({ ...known, caller: { ...caller, user: { ...caller.user, orgId } } }, proceed);
        },
      }),
    },
  },
  {
    name: 'quotes-the-document-that-runs',
    breaks: ['ALG-04'],
    story: 'the ETag of an instance is of the document that its engine applied last',
    spoil: quoting((row) => `"${row['appliedConfigSeq'] ?? 0}"`),
  },
  {
    name: 'quotes-no-document-of-a-deleted-instance',
    breaks: ['ALG-04'],
    story: 'a deleted instance has no ETag',
    spoil: quoting((row, etag) => (row['status'] === 'DELETED' ? undefined : etag)),
  },
  {
    name: 'hides-a-deleted-instance',
    breaks: ['ALG-10', 'POS-08'],
    story: 'a deleted instance is not found',
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          const { services, caller, operation, params } = known;
          const row = services.state.algoInstances(caller.user.orgId).get(params['id'] ?? '');
          if (operation === 'getAlgoInstance' && row?.status === 'DELETED') throw notHeld(services, 'instance');
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'lists-no-instance-once-it-is-deleted',
    breaks: ['ALG-10'],
    story: 'an instance that is deleted is listed no more',
    spoil: inItems(/^\/algos\/instances$/, (rows) =>
      rows.filter(({ status, displayName }) => status !== 'DELETED' || !String(displayName).startsWith('touchstone-')),
    ),
  },
  {
    name: 'names-who-started-an-instance-on-its-orders',
    breaks: ['ALG-19'],
    story: 'the orders of an instance name the person who started it',
    spoil: inItems(ORDERS, (rows) => rows.map((row) => ({ ...row, userId: 13 }))),
  },
  {
    name: 'lists-an-instances-orders-oldest-first',
    breaks: ['PAGE-12'],
    story: 'the orders of an instance are ascending by id',
    spoil: inItems(ORDERS, (rows) => rows.toReversed()),
  },
  {
    name: 'keeps-the-schemas-of-its-catalogue',
    breaks: ['ALG-20'],
    story: 'the catalogue says nothing of the documents that a version takes',
    spoil: inItems(/^\/algos\/versions$/, (rows) => rows.map((row) => ({ ...row, documentSchema: {} }))),
  },
  {
    name: 'keeps-the-manifests-of-its-catalogue',
    breaks: ['ALG-20', 'SVC-11'],
    story: 'the catalogue says nothing of what a version is',
    spoil: inItems(/^\/algos\/versions$/, (rows) => rows.map(({ manifest: _, ...row }) => row)),
  },
  {
    name: 'names-the-creator-whoever-moved-an-instance',
    breaks: ['ALG-21'],
    story: 'an instance that the engine moved was updated by the person who created it',
    port: hearing(() => (fact) => {
      if (fact.kind !== 'AlgoInstanceRecorded') return [fact];
      const { createdByUserId, lastUpdatedByUserId } = fact.instance;
      return [{ ...fact, instance: { ...fact.instance, lastUpdatedByUserId: lastUpdatedByUserId ?? createdByUserId } }];
    }),
  },
  {
    name: 'calls-a-verdict-a-start',
    breaks: ['ALG-21'],
    story: 'the cause of an instance that the engine moved is what a person does',
    port: hearing(() => (fact) => {
      if (fact.kind !== 'AlgoInstanceRecorded' || fact.instance.lastCause !== 'ENGINE_APPLIED') return [fact];
      return [{ ...fact, instance: { ...fact.instance, lastCause: 'STARTED' } }];
    }),
  },
  {
    name: 'names-who-started-what-the-platform-stopped',
    breaks: ['ALG-21'],
    story: "an instance that a rule of the platform's stopped was updated by whoever started it",
    port: hearing(() => (fact) => {
      if (fact.kind !== 'AlgoInstanceRecorded' || fact.instance.lastCause !== 'PLATFORM_STOPPED') return [fact];
      return [{ ...fact, instance: { ...fact.instance, lastUpdatedByUserId: fact.instance.startedByUserId } }];
    }),
  },
  {
    name: 'serves-no-remark-by-seq',
    breaks: ['ALG-22'],
    story: 'a document by its seq has lost its remark',
    spoil: (answer, { path }) =>
      DOCUMENT.test(path) && isRead(answer) ? rewriteBody(answer, (row) => ({ ...row, remark: null })) : answer,
  },
  {
    name: 'cuts-the-last-comment-of-a-document',
    breaks: ['ALG-22'],
    story: 'a document that ends in a comment is served without it',
    port: hearing(() => (fact) => {
      if (fact.kind !== 'ConfigDocumentRecorded') return [fact];
      return [{ ...fact, config: { ...fact.config, document: fact.config.document.replace(/\/\/[^\n]*\n\s*$/, '') } }];
    }),
  },
  {
    name: 'projects-no-references-of-a-document',
    breaks: ['ALG-22'],
    story: 'a document refers to no account',
    port: hearing(
      () => (fact) =>
        fact.kind === 'ConfigDocumentRecorded' ? [{ ...fact, config: { ...fact.config, accountIds: [] } }] : [fact],
    ),
  },
];
