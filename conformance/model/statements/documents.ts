/** Statements about the documents of algo instances: T19 to T21 of contract/properties.md. */
import { type Exchange, sentHeader } from '../../member/exchange/exchange.ts';
import { countOf } from '../../member/exchange/open-id.ts';
import { showsItsVerdict } from '../../rules/row-rules.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import { DOCUMENTS, INSTANCES } from '../families.ts';
import type { RecordedFact } from '../recorded-fact.ts';
import { factsOf } from '../recorded-fact.ts';
import type { Shown, SightedRow } from '../row-sightings.ts';
import { firstShown, rowName, rowsOfFamily, shownIn, sightedRows } from '../row-sightings.ts';
import { rowOf } from '../subject.ts';
import type { WalkedPage } from '../walked-pages.ts';
import { wholeWalks } from '../walked-pages.ts';

/** The seqs are 1 to n, and n is the instance's own count at the same position. */
function judgeListed(walk: readonly WalkedPage[], chronicle: Chronicle): Judgement {
  const last = walk.at(-1);
  if (last === undefined) return pass;
  const seqs = walk.flatMap(({ rows }) => rows.map(({ row }) => Number(row['seq']))).sort((a, b) => a - b);
  if (!seqs.every((seq, i) => seq === i + 1)) return violated('documents 1 to n, each once', last.exchange);
  if (walk.some(({ position }) => position !== last.position)) return pass;
  const instance = sightedRows(chronicle).get(rowName(last.organisation, INSTANCES, last.instance ?? ''));
  const other = instance?.latest.find(({ position, row }) => {
    const configSeq = countOf(row?.['configSeq']);
    return position === last.position && configSeq !== undefined && configSeq !== seqs.length;
  });
  return other === undefined
    ? pass
    : violated(`configSeq ${seqs.length}, as many as are listed`, last.exchange, other.exchange);
}

/** The seq that an If-Match named; undefined where it set no condition. */
function conditionOf({ answeredBy: { exchange } }: RecordedFact): number | undefined {
  const seq = /^"([1-9][0-9]*)"$/.exec(sentHeader(exchange, 'if-match') ?? '')?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** The write created the next document after the one that the condition named, and only one write did. */
function judgeConditions(chronicle: Chronicle): Judgement {
  const followed = new Map<string, Exchange>();
  for (const fact of factsOf(chronicle)) {
    const { exchange, subject } = fact.answeredBy;
    const condition = subject?.family === DOCUMENTS ? conditionOf(fact) : undefined;
    const row = condition === undefined ? undefined : rowOf(exchange, subject)?.row;
    if (condition === undefined || row === undefined) continue;
    if (countOf(row['seq']) !== condition + 1)
      return violated(`document ${condition + 1}: If-Match named ${condition}`, exchange);
    const name = `${fact.story.organisation} ${subject?.instance} ${condition}`;
    const before = followed.get(name);
    if (before !== undefined)
      return violated('412: a document followed that of the If-Match already', before, exchange);
    followed.set(name, exchange);
  }
  return pass;
}

/** An instance's documents are numbered 1 to n without gaps, and of two writes with one If-Match only one succeeds. */
const documentsAreCounted: Statement = {
  id: 'T19',
  shows: ['ALG-08', 'ALG-22', 'ALG-04'],
  judge: (chronicle) =>
    allOf(
      wholeWalks(chronicle)
        .filter(([first]) => first?.family === DOCUMENTS)
        .map((walk) => judgeListed(walk, chronicle)),
      judgeConditions(chronicle),
    ),
};

/** The next document was judged while this one was still STAGED: a STAGED document never had another state before (T21). */
function judgeNext({ latest }: SightedRow, next: SightedRow | undefined): Judgement {
  const staged = latest.findLast(({ row }) => row?.['outcome'] === 'STAGED');
  const made = next && firstShown(next);
  if (staged === undefined || made === undefined || made.position > staged.position) return pass;
  return violated('409 CONFIG_PENDING: the document before awaits its verdict', staged.exchange, made.exchange);
}

/** At most one document of an instance awaits its verdict, and no other is accepted in the meantime. */
const oneDocumentIsPending: Statement = {
  id: 'T20',
  shows: ['ALG-06'],
  judge: (chronicle) =>
    allOf(
      rowsOfFamily(chronicle, DOCUMENTS).map((sighted) => {
        const [instance = '', seq = '0'] = sighted.key.split('/');
        const next = rowName(sighted.organisation, DOCUMENTS, `${instance}/${Number(seq) + 1}`);
        return judgeNext(sighted, sightedRows(chronicle).get(next));
      }),
    ),
};

function judgeOutcomes({ latest }: SightedRow): Judgement {
  const [first] = shownIn(latest);
  let settled: Shown | undefined;
  for (const sighting of shownIn(latest)) {
    const { row, exchange } = sighting;
    const verdict = showsItsVerdict(sighting);
    if (verdict.verdict === 'violated') return verdict;
    if (first !== undefined && first.row['document'] !== row['document'])
      return violated('the document as it was when it was made', first.exchange, exchange);
    const before = settled?.row;
    if (before !== undefined && ['outcome', 'outcomeAtNs', 'detail'].some((name) => before[name] !== row[name]))
      return violated('its final outcome: a verdict moves a document once', settled?.exchange ?? [], exchange);
    if (row['outcome'] !== 'STAGED') settled ??= sighting;
  }
  return pass;
}

/** A document leaves STAGED for one final outcome, and its text never changes. */
const outcomesAreFinal: Statement = {
  id: 'T21',
  shows: ['ALG-07', 'ALG-22'],
  judge: (chronicle) => allOf(rowsOfFamily(chronicle, DOCUMENTS).map(judgeOutcomes)),
};

export const DOCUMENT_STATEMENTS: readonly Statement[] = [documentsAreCounted, oneDocumentIsPending, outcomesAreFinal];
