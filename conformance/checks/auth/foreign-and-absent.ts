/** Requests in pairs: one names another organisation's row, one names nobody's; the caller is told the same of both. */

import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows } from '../../client/exchange.ts';
import { sameRefusal } from '../../client/same-refusal.ts';
import type { NamedRows } from '../../rules/id-positions.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';

export interface Asked extends NamedRows {
  /** Tells the pair from every other. */
  readonly pair: string;
}

/** Asks twice, labelled `absent: PAIR` and `foreign: PAIR`; the id stands in the label too, for the judge to mask it. */
export async function askTwice(
  { pair, absent, foreign }: Asked,
  ask: (id: string, label: string) => Promise<unknown>,
): Promise<void> {
  await ask(absent, `absent ${absent}: ${pair}`);
  await ask(foreign, `foreign ${foreign}: ${pair}`);
}

const LABEL = /^(absent|foreign) (\S+): (.*)$/;

function namedIn({ label }: Exchange): string {
  return LABEL.exec(label ?? '')?.[2] ?? '';
}

/** Each pair, in order of asking. */
function pairsOf(history: History): readonly (readonly [Exchange, Exchange])[] {
  const absent = new Map<string, Exchange>();
  const pairs: (readonly [Exchange, Exchange])[] = [];
  for (const e of history.exchanges) {
    const [, which, , pair = ''] = LABEL.exec(e.label ?? '') ?? [];
    const first = absent.get(pair);
    if (which === 'absent') absent.set(pair, e);
    else if (which === 'foreign' && first !== undefined) pairs.push([first, e]);
  }
  return pairs;
}

/** A filter that names a row is served: with no rows, whosever the row is. */
function isTheSame(absent: Exchange, foreign: Exchange): Judgement {
  const both = [absent, foreign];
  const same = both.every(isOk) ? both.every((e) => rows(e).length === 0) : sameRefusal(absent, foreign, namedIn);
  return same ? pass : differs('the same answer as for a row that nobody holds', absent, foreign);
}

/** @param refused what each of both is to be answered. */
export function judgePairs(history: History, refused: (e: Exchange) => Parameters<typeof expects>[1]): Judgement {
  const pairs = pairsOf(history);
  if (pairs.length === 0) return inconclusive('neither organisation has a row that could be named');
  return allOf(
    ...pairs.flat().map((e) => expects(e, refused(e))),
    ...pairs.map(([absent, foreign]) => isTheSame(absent, foreign)),
  );
}
