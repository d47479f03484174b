import type { Exchange } from '../../client/exchange.ts';
import { requestId, sentHeader } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';

/** Outside 8 to 128 of [A-Za-z0-9._-] by one thing each. */
const OTHERS = ['a', 'seven77', 'a'.repeat(129), 'with a space', 'with/slash', 'with,comma', 'quoted"id"'];

function isReplaced(e: Exchange): Judgement {
  const id = requestId(e) ?? '';
  const sent = sentHeader(e, 'x-request-id') ?? '';
  return allOf(
    expects(e, { status: 200 }, 'the request is served'),
    id === '' || sent.includes(id) ? violated('an X-Request-Id other than the one sent', e) : pass,
  );
}

export const otherRequestIdIsReplaced = check({
  id: 'rid/other-request-id-is-replaced',
  proves: ['RID-03'],
  title: 'an X-Request-Id outside 8 to 128 of [A-Za-z0-9._-] is replaced, never echoed, and the request is served',
  needs: ['trader'],

  async drive({ trader }) {
    for (const id of OTHERS) await trader.get('/me', { label: 'replaced', headers: { 'X-Request-Id': id } });
  },

  judge: (history) => eachOf(history.labelled('replaced'), isReplaced),
});
