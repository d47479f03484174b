import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

/** One strong validator in quotes, of the characters that RFC 9110 gives an entity tag. */
const STRONG = /^"([\x21\x23-\x7e]*)"$/;

/**
 * The precondition of a write on a versioned row. Absent and `*` are none (MATCH-02); a weak validator, a list and what
 * does not parse are refused, and so is any at all on an arm of an instance (MATCH-03, ALG-09). Whether one is stale is
 * the owner's to say (A79).
 */
export const readIfMatch = stage({
  name: 'read-if-match',
  refuses: ['INVALID_IF_MATCH'],
  needs: ['request', 'route'],
  gives: ['ifMatch'],
  async run({ request, route }, proceed) {
    const sent = request.headersDistinct['if-match'] ?? [];
    if (sent.length > 0 && route.ifMatch === 'refused') throw invalid('this write takes none');
    // Node joins two lines into one value; two validators are a list (trap X2).
    if (sent.length > 1) throw invalid('sent more than once');
    const text = sent[0]?.trim();
    if (text === undefined || text === '*') return proceed({ ifMatch: null });
    const tag = STRONG.exec(text)?.[1];
    if (tag === undefined) throw invalid('not * and not one strong validator in quotes, such as "3"');
    return proceed({ ifMatch: route.ifMatch === 'honoured' ? tag : null });
  },
});

function invalid(why: string): Refusal {
  return new Refusal('INVALID_IF_MATCH', `If-Match: ${why}`);
}
