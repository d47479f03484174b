import type { Exchange } from '../../client/exchange.ts';
import { header, isReplay, json, position, sentHeader } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const FINER_THAN_ANY = '0.000000000000000001';

export const replayKeepsPositionAndTakesItsOwnId = check({
  id: 'idem/replay-keeps-position-and-takes-its-own-id',
  proves: ['IDEM-19'],
  title: "a replay carries the first answer's position and its own request's X-Request-Id, in a refusal's body too",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    for (const [kind, body] of [
      ['accepted', order()],
      ['refused', order({ price: FINER_THAN_ANY })],
    ] as const) {
      const key = freshKey();
      await trader.submit(body, { key, label: `${kind} first`, headers: { 'X-Request-Id': `${key}-first` } });
      // A refusal that is recorded moves the position and leaves nothing: a replay that names the position of now is told.
      await trader.submit(order({ price: FINER_THAN_ANY }), { label: `${kind} between` });
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
    const between = ['accepted', 'refused'].map((kind) => history.one(`${kind} between`));
    const hasMoved = pairs.every(([first], i) => isLater(between[i], first));
    return eachOf(pairs, ([first, retried]) =>
      allOf(
        position(retried) === position(first)
          ? hasMoved
            ? pass
            : inconclusive('nothing moved the position between the first answer and the replay')
          : violated("the first answer's position", first, retried),
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

function isLater(between: Exchange | undefined, first: Exchange): boolean {
  return between !== undefined && (position(between) ?? 0n) > (position(first) ?? 0n);
}
