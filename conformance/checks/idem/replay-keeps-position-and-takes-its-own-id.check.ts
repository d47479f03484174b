import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { header, isReplay, json, position, sentHeader } from '../../target/exchange.ts';

export const replayKeepsPositionAndTakesItsOwnId = check({
  id: 'idem/replay-keeps-position-and-takes-its-own-id',
  proves: ['IDEM-19'],
  title: "a replay carries the first answer's position and its own request's X-Request-Id, in a refusal's body too",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    for (const [kind, body] of [
      ['accepted', order()],
      ['refused', order({ price: '0.000000000000000001' })],
    ] as const) {
      const key = freshKey();
      await trader.submit(body, { key, label: `${kind} first`, headers: { 'X-Request-Id': `${key}-first` } });
      await trader.submit(body, { key, label: `${kind} retried`, headers: { 'X-Request-Id': `${key}-retried` } });
    }
  },

  judge(history) {
    const pairs = ['accepted', 'refused'].map(
      (kind) => [history.one(`${kind} first`), history.one(`${kind} retried`)] as const,
    );
    if (pairs.some(([first, retried]) => position(first) === undefined || !isReplay(retried))) {
      return inconclusive('a key was not replayed');
    }
    return eachOf(pairs, ([first, retried]) =>
      allOf(
        position(retried) === position(first) ? pass : violated("the first answer's position", first, retried),
        !history.since('0.12.0') || carriesItsOwnId(retried)
          ? pass
          : violated('the X-Request-Id of the retry itself, in header and body', first, retried),
      ),
    );
  },
});

function carriesItsOwnId(retried: Exchange): boolean {
  const own = sentHeader(retried, 'X-Request-Id');
  const body = json(retried) as { error?: { requestId?: string } } | undefined;
  return header(retried, 'X-Request-Id') === own && (body?.error?.requestId ?? own) === own;
}
