import { Refusal } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { stage } from '../stage.ts';

/** One quoted strong validator, of the characters that RFC 9110 allows in an entity tag. */
const STRONG = /^"([\x21\x23-\x7e]*)"$/;

/**
 * The precondition of a write on a versioned row. Absent and `*` are none (MATCH-02). A weak validator, a list and an
 * unparsable value are refused, and so is any value on a transition of an instance (MATCH-03, ALG-09). The owner
 * decides whether it is stale (A79).
 */
export const readIfMatch = stage({
  name: 'read-if-match',
  refuses: ['INVALID_IF_MATCH'],
  needs: ['request', 'route'],
  gives: ['ifMatch'],
  run({ request, route }) {
    const sent = linesOf(request, 'if-match');
    if (sent.length > 0 && route.ifMatch === 'refused') throw invalid('this write takes none');
    // Node joins two lines into one value; two validators are a list (trap X2).
    if (sent.length > 1) throw invalid('sent more than once');
    const text = sent[0]?.trim();
    if (text === undefined || text === '*') return { ifMatch: null };
    const tag = STRONG.exec(text)?.[1];
    if (tag === undefined) throw invalid('not * and not one strong validator in quotes, such as "3"');
    return { ifMatch: route.ifMatch === 'honoured' ? tag : null };
  },
});

function invalid(why: string): Refusal {
  return new Refusal('INVALID_IF_MATCH', `If-Match: ${why}`);
}
