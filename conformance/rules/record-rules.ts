import type { Exchange } from '../client/exchange.ts';
import { at } from '../client/exchange.ts';
import { expects } from '../runner/expectation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';

/** The record of a key (IDEM-10). Its outcome alone is named; what an outcome of orders or of the register states is not shown. */
export function isARecord(e: Exchange): Judgement {
  const outcome = at(e, 'outcome');
  const stated = typeof outcome === 'object' && outcome !== null;
  return allOf(expects(e, { status: 200 }), stated ? pass : violated("the record's outcome, an object", e));
}
