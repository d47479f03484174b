import { sentHeader } from '../../../member/exchange/exchange.ts';
import { countOf } from '../../../member/exchange/open-id.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { DOCUMENTS, INSTANCES } from '../../families.ts';
import type { RecordedFact } from '../../recorded-fact.ts';
import { factsOf } from '../../recorded-fact.ts';
import { rowName, sightedRows } from '../../row-sightings.ts';
import { rowOf } from '../../rows-in.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { wholeWalks } from '../../walked-pages.ts';

/** The seqs are 1 to n, and n is the instance's own count at the same position. */
function judgeListed(chronicle: Chronicle): Judgement {
  const walks = wholeWalks(chronicle).filter(([first]) => first?.family === DOCUMENTS);
  return allOf(walks.map((walk) => judgeWalk(walk, chronicle)));
}

function judgeWalk(walk: readonly WalkedPage[], chronicle: Chronicle): Judgement {
  const [first, last] = [walk[0], walk.at(-1)];
  if (first === undefined || last === undefined) return pass;
  const seqs = walk.flatMap(({ rows }) => rows.map(({ row }) => Number(row['seq']))).sort((a, b) => a - b);
  if (!seqs.every((seq, i) => seq === i + 1)) return violated('documents 1 to n, each once', last.exchange);
  if (walk.some(({ position }) => position !== last.position)) return pass;
  const instance = sightedRows(chronicle).get(rowName(last.organisation, INSTANCES, last.instance ?? ''));
  for (const { position, row, exchange } of instance?.latest ?? []) {
    const configSeq = countOf(row?.['configSeq']);
    if (position !== last.position || configSeq === undefined) continue;
    if (configSeq !== seqs.length)
      return violated(`configSeq ${seqs.length}, as many as are listed`, last.exchange, exchange);
  }
  return pass;
}

/** The seq that an If-Match named; undefined where it set no condition. */
function conditionOf({ answeredBy: { exchange } }: RecordedFact): number | undefined {
  const seq = /^"([1-9][0-9]*)"$/.exec(sentHeader(exchange, 'if-match') ?? '')?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** The write created the next document after the one that the condition named, and only one write did. */
function judgeConditions(chronicle: Chronicle): Judgement {
  const followed = new Map<string, RecordedFact>();
  for (const fact of factsOf(chronicle)) {
    const { exchange, subject } = fact.answeredBy;
    const condition = subject?.family === DOCUMENTS ? conditionOf(fact) : undefined;
    if (condition === undefined) continue;
    const row = rowOf(exchange, subject)?.row;
    if (row === undefined) continue;
    if (countOf(row['seq']) !== condition + 1)
      return violated(`document ${condition + 1}: If-Match named ${condition}`, exchange);
    const name = `${fact.story.organisation} ${subject?.instance} ${condition}`;
    const before = followed.get(name);
    if (before !== undefined) {
      return violated('412: a document followed that of the If-Match already', before.answeredBy.exchange, exchange);
    }
    followed.set(name, fact);
  }
  return pass;
}

/**
 * T19. An instance's documents are numbered 1 to n without gaps, and of two writes with one If-Match only one
 * succeeds.
 */
export const documentsAreCounted: Statement = {
  id: 'T19',
  says: 'the documents of an instance are 1 to n, and of two written under one If-Match one stands',
  shows: ['ALG-08', 'ALG-22', 'ALG-04'],
  judge: (chronicle) => allOf(judgeListed(chronicle), judgeConditions(chronicle)),
};
