import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { verdictMovesADocumentOnce } from './verdict-moves-a-document-once.check.ts';

const STAGED = { seq: 1, document: '{}', outcome: 'STAGED', outcomeAtNs: null, detail: null };
const APPLIED = { ...STAGED, outcome: 'APPLIED', outcomeAtNs: '17' };
const REFUSED = { ...STAGED, seq: 2, outcome: 'REFUSED', outcomeAtNs: '18', detail: 'RISK_LIMIT' };
const document = (body: object) => answer('GET /algos/instances/7/configs/1', { status: 200, body });
const GOOD = {
  created: answer('POST /algos/instances', { status: 201 }),
  staged: document(STAGED),
  applied: document(APPLIED),
  refused: document(REFUSED),
  'applied still': [document(APPLIED), document(APPLIED)],
  'refused still': document(REFUSED),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['once', {}, 'pass'],
  ['before it is there', { staged: document(APPLIED) }, 'violated'],
  ['though it has no time yet', { staged: document({ ...STAGED, outcomeAtNs: '0' }) }, 'violated'],
  ['without a time', { applied: document({ ...APPLIED, outcomeAtNs: null }) }, 'violated'],
  ['with a detail of no refusal', { applied: document({ ...APPLIED, detail: 'fine' }) }, 'violated'],
  ['into another text', { applied: document({ ...APPLIED, document: '{ }' }) }, 'violated'],
  ['without its reason', { refused: document({ ...REFUSED, detail: null }) }, 'violated'],
  ['to APPLIED whatever it was', { refused: document({ ...APPLIED, seq: 2 }) }, 'violated'],
  ['again', { 'applied still': [document(APPLIED), document({ ...APPLIED, outcomeAtNs: '19' })] }, 'violated'],
  ['back', { 'refused still': document({ ...STAGED, seq: 2 }) }, 'violated'],
  ['against the fixture itself', { applied: document(REFUSED) }, 'inconclusive'],
])('moves it %s', (_, over, verdict) => {
  expect(judged(verdictMovesADocumentOnce, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
