import type { Exchange } from '../member/exchange/exchange.ts';
import { at } from '../member/exchange/exchange.ts';
import { expects } from '../runner/expectation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';

/**
 * The record of a key (IDEM-10). The interface names its outcome, but does not show the content for orders or register
 * writes.
 */
export function isARecord(e: Exchange): Judgement {
  const outcome = at(e, 'outcome');
  const stated = typeof outcome === 'object' && outcome !== null;
  return allOf(expects(e, { status: 200 }), stated ? pass : violated("the record's outcome, an object", e));
}
