import { at } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { walkedPages } from '../../walked-pages.ts';
import { wholeAround } from './t27-walks-at-rest-agree.ts';

function totalOf({ exchange }: WalkedPage): number | undefined {
  const total = at(exchange, 'total');
  return typeof total === 'number' ? total : undefined;
}

function judgeTotal(page: WalkedPage, chronicle: Chronicle, first: Map<string, WalkedPage>): Judgement {
  const total = totalOf(page);
  if (total === undefined) return pass;
  const { rows, exchange, scope, position } = page;
  const whole = wholeAround(chronicle, page);
  if (whole !== undefined && whole.keys.length !== total) {
    return violated(
      `total ${whole.keys.length}, as many as the whole walk at this position shows`,
      whole.shown,
      exchange,
    );
  }
  if (rows.length > total) return violated(`a total of ${rows.length} or more, as many as the page shows`, exchange);
  if (position === undefined) return pass;
  const name = `${position} ${scope}`;
  const before = first.get(name);
  if (before === undefined) first.set(name, page);
  else if (totalOf(before) !== total) {
    return violated(`the total ${totalOf(before)} that position ${position} had before`, before.exchange, exchange);
  }
  return pass;
}

/** T29. A page's total is the number of matching rows at its position. */
export const totalsCount: Statement = {
  id: 'T29',
  says: 'a total is the number of rows that match at its position',
  shows: ['PAGE-05'],
  judge(chronicle) {
    const first = new Map<string, WalkedPage>();
    return allOf(walkedPages(chronicle).map((page) => judgeTotal(page, chronicle, first)));
  },
};
