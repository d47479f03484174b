/**
 * Orders that are refused, by the orders owner or at the door. Each is followed by a corrected order under the same key: an
 * owner's refusal is recorded and spends the key, one of the door leaves it free.
 */
import { textAt } from '../../member/exchange/exchange.ts';
import { type OrderBody, onGrid } from '../../member/exchange/order.ts';
import { besideServed } from '../../rules/refusal-rules.ts';
import type { CheckOfTable, FixturesOf } from '../../runner/check.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, eachOf, inconclusive, notExercised, unseen } from '../../runner/judgement.ts';
import { NO_ROWS_ID, refusedAtTheDoor, refusedByOwner, submitRefused } from './refused-order.ts';

type InstrumentOfRow = 'gridlessInstrument' | 'unpricedInstrument' | 'offGridInstrument';

interface RefusedOrder extends CheckOfTable {
  /** The label of the order. */
  readonly what: string;
  readonly by: 'owner' | 'door';
  readonly refusal: { readonly status: number; readonly code: string };
  readonly order: (fixtures: FixturesOf<InstrumentOfRow | 'instrument'>, freshKey: () => string) => OrderBody;
  /** Who submits it; absent: the trader. */
  readonly actor?: 'viewer';
  /** What it needs besides an account and an instrument. */
  readonly needs?: InstrumentOfRow;
  readonly since?: '0.3.4';
}

const ROWS = {
  'no-grid-is-invalid': {
    proves: 'ORD-09',
    title: 'an order of an instrument without a stated tick or step is refused 422 INVALID_FIELD by the owner',
    what: 'gridless',
    by: 'owner',
    refusal: { status: 422, code: 'INVALID_FIELD' },
    needs: 'gridlessInstrument',
    order: ({ gridlessInstrument: { id } }) => ({ instrumentId: id, price: '1', qty: '1' }),
  },
  'no-reference-price': {
    proves: 'ORD-12',
    title: 'an order without a price, of an instrument without a quote, is refused 409 NO_REFERENCE_PRICE by the owner',
    what: 'unpriced',
    by: 'owner',
    refusal: { status: 409, code: 'NO_REFERENCE_PRICE' },
    needs: 'unpricedInstrument',
    order: ({ unpricedInstrument: { id, step = '1' } }) => ({ instrumentId: id, price: undefined, qty: step }),
  },
  'off-grid-quote-is-no-reference': {
    proves: 'ORD-12',
    title: 'an order without a price is refused 409 NO_REFERENCE_PRICE where the price grid cannot hold the quote',
    what: 'off its grid',
    by: 'owner',
    refusal: { status: 409, code: 'NO_REFERENCE_PRICE' },
    needs: 'offGridInstrument',
    order: ({ offGridInstrument: { id, step = '1' } }) => ({ instrumentId: id, price: undefined, qty: step }),
  },
  'submit-needs-orders-trade': {
    proves: 'ORD-17',
    title: 'a submission without orders:trade is refused 403 CAPABILITY_DENIED by the owner',
    what: 'viewer',
    by: 'owner',
    refusal: { status: 403, code: 'CAPABILITY_DENIED' },
    actor: 'viewer',
    order: ({ instrument: { step } }) => ({ qty: onGrid('1.25', step) }),
  },
  'unheld-account-name': {
    proves: 'ORD-04',
    title:
      'an account name that nothing holds answers 422 ACCOUNT_NOT_ACTIVE at the door: no position, and the key is free',
    what: 'unheld',
    by: 'door',
    refusal: { status: 422, code: 'ACCOUNT_NOT_ACTIVE' },
    order: (_, freshKey) => ({ accountId: undefined, account: `no desk of ours ${freshKey()}` }),
  },
  'unheld-symbol': {
    proves: ['ORD-05', 'IDEM-07'],
    title: 'a symbol with no instrument answers 422 INSTRUMENT_NOT_LIVE at the door: no position, and the key is free',
    what: 'unheld',
    by: 'door',
    refusal: { status: 422, code: 'INSTRUMENT_NOT_LIVE' },
    since: '0.3.4',
    order: (_, freshKey) => ({ instrumentId: undefined, instrument: `no market of ours ${freshKey()}` }),
  },
} satisfies Record<string, RefusedOrder>;

/** One order, refused by the side that the row names. */
export const refusedOrders = checks('ord', ROWS, (row: RefusedOrder) => {
  const { proves, what, by, refusal, order, actor = 'trader', needs = [], since } = row;
  return {
    needs: [actor, 'account', 'instrument', ...[needs].flat(), 'writes'],
    ...(since === undefined ? {} : { since }),

    async drive(scene) {
      await submitRefused(scene[actor], scene, what, order(scene.fixtures, scene.freshKey));
    },

    judge: (history) =>
      blaming((by === 'owner' ? refusedByOwner : refusedAtTheDoor)(history, what, refusal), ...[proves].flat()),
  };
});

export const unheldInstrumentId = check({
  id: 'ord/unheld-instrument-id',
  proves: ['ORD-10'],
  title: 'an instrumentId that is not held open is refused 422 INSTRUMENT_NOT_LIVE by the owner, never at the door',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { haltedInstrument } = scene.fixtures;
    await submitRefused(scene.trader, scene, 'unheld', { instrumentId: NO_ROWS_ID });
    if (haltedInstrument === undefined) return;
    await submitRefused(scene.trader, scene, 'halted', { instrumentId: haltedInstrument.id });
  },

  judge(history) {
    const refusal = { status: 422, code: 'INSTRUMENT_NOT_LIVE' };
    return allOf(
      refusedByOwner(history, 'unheld', refusal),
      history.maybe('halted') === undefined ? unseen : refusedByOwner(history, 'halted', refusal),
    );
  },
});

/** The largest 64-bit integer: it fits at its own scale, and at no finer one. */
const LARGEST = '9223372036854775807';
/** At a grid of whole numbers the largest fits, too. */
const hasPlaces = (grid: string) => /\.0*[1-9]/.test(grid);

/** A deployed member may judge a cap first: its 422 is right too. */
export const pastTheWorkingScale = check({
  id: 'ord/past-the-working-scale',
  proves: ['ORD-09'],
  title: "a price or quantity past a 64-bit integer at the instrument's working scale is refused 422 by the owner",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { tick, step } = scene.fixtures.instrument;
    if (hasPlaces(tick)) await submitRefused(scene.trader, scene, 'price', { price: LARGEST, qty: step });
    if (hasPlaces(step)) await submitRefused(scene.trader, scene, 'quantity', { qty: LARGEST });
  },

  judge(history) {
    const refusal = history.target.strict ? { status: 422, code: 'INVALID_FIELD' } : { status: 422 };
    const sent = ['price', 'quantity'].filter((what) => history.maybe(what) !== undefined);
    if (sent.length === 0)
      return notExercised('the grids of the fixture instrument have no places: what fits fits them');
    return eachOf(sent, (what) => refusedByOwner(history, what, refusal));
  },
});

const STAMPED = ['userId', 'algoInstanceId'] as const;

export const principalInTheBodyIsRefused = check({
  id: 'ord/principal-in-the-body-is-refused',
  proves: ['ORD-13'],
  title: 'a body that states userId or algoInstanceId is refused 400 MALFORMED_REQUEST on submit and on cancel',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order(), { label: 'placed' }), 'orderId');
    if (orderId === undefined) return;
    for (const name of STAMPED) {
      await trader.submit(order({ [name]: 1 }), { label: 'stated' });
      await trader.cancel(orderId, { body: { [name]: 1 }, label: 'stated' });
    }
  },

  judge(history) {
    const stated = history.labelled('stated');
    if (stated.length === 0) return inconclusive('no order was placed');
    return besideServed(
      eachOf(stated, (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' })),
      history.labelled('placed'),
      'an order without them',
    );
  },
});
