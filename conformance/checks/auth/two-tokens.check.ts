import { isOk, json } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

export const twoTokens = check({
  id: 'auth/two-tokens',
  proves: ['AUTH-01'],
  title: 'a request with two tokens is never served to the second',
  needs: ['trader', 'outsider'],

  async drive({ trader, outsider }) {
    await trader.get('/me', { label: 'first' });
    await trader.raw(
      [
        'GET /me HTTP/1.1',
        'Host: <host>',
        'Authorization: Bearer <token>',
        `Authorization: Bearer ${await outsider.token()}`,
        'Accept: application/json',
        'Connection: close',
      ],
      { label: 'both' },
    );
  },

  judge(history) {
    const [first, both] = [history.one('first'), history.one('both')];
    if (!isOk(first)) return inconclusive('GET /me is not served to the first token alone');
    if (history.target.strict) return expects(both, { status: 401 });
    return !isOk(both) || sameBody(json(both), json(first))
      ? pass
      : violated('no answer as to the second of two tokens', first, both);
  },
});
