import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody } from '../defect.ts';
import { editedDocument, partOf, schemaOf } from '../svc/edited-document.ts';

type Row = Record<string, unknown>;

const EXECUTION = /^\/executions\/[^/]+$/;

/** GET /executions/{id} with one member changed. */
function changed(answer: Answer, path: string, member: string, change: (value: unknown) => unknown): Answer {
  if (!EXECUTION.test(path) || answer.status !== 200) return answer;
  return rewriteBody(answer, (row: Row) => ({ ...row, [member]: change(row[member]) }));
}

/** One row alone, with its document to match: what is wrong is the number, not that it is not published (SVC-11). */
const ROWS = [
  {
    name: 'serves-a-register-key-as-text',
    breaks: 'ID-01',
    member: 'accountId',
    change: String,
    story: 'serves the accountId of an execution as text',
  },
  {
    name: 'serves-a-register-key-past-int32',
    breaks: 'ID-01',
    member: 'portfolioId',
    change: () => 2_147_483_648,
    story: 'serves a portfolioId that no int32 holds',
  },
  {
    name: 'serves-an-order-id-as-a-number',
    breaks: 'ID-02',
    member: 'orderId',
    change: Number,
    story: 'serves the orderId of an execution as a JSON number, which JavaScript rounds',
  },
  {
    name: 'serves-a-time-as-a-number',
    breaks: 'ID-03',
    member: 'executedAtNs',
    change: Number,
    story: 'serves executedAtNs as a JSON number',
  },
] as const;

export const SPOILT_EXECUTION: readonly Defect[] = ROWS.map(({ name, breaks, member, change, story }) => ({
  name,
  breaks: [breaks],
  story,
  spoil: (answer, { path }) => changed(answer, path, member, change),
  document: editedDocument((document) => {
    partOf(schemaOf(document, 'ExecutionRecorded'), 'properties')[member] = {};
  }),
}));
