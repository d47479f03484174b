/** The four spellings of one thing: no value (MON-14). */

import type { Exchange } from '../../client/exchange.ts';
import { errorCode, status } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { differs, pass } from '../../runner/judgement.ts';

/** `field` spelt unset: left out, null, '0' and '-0'. */
export function unsetSpellings(field: 'price' | 'qty'): readonly OrderBody[] {
  return [undefined, null, '0', '-0'].map((spelling) => ({ [field]: spelling }));
}

/** Each is answered as the first: same status, same code. */
export function allAsTheFirst(answers: readonly Exchange[]): Judgement {
  const [first, ...others] = answers;
  const other = others.find((e) => first && (status(e) !== status(first) || errorCode(e) !== errorCode(first)));
  return first === undefined || other === undefined
    ? pass
    : differs('the same answer to a field left out, null, 0 and -0', first, other);
}
