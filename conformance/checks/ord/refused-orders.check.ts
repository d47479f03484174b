/**
 * Orders that are refused, by the orders owner or at the door. Each is followed by a corrected order under the same key: an
 * owner's refusal is recorded and spends the key, one of the door leaves it free.
 */
import type { Exchange } from '../../client/exchange.ts';
import { json, keyOf, textAt } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { exactDecimal, finerBy1 } from '../../rules/exact-decimal.ts';
import type { CheckOfTable, FixturesOf } from '../../runner/check.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { cancelled, NO_ROWS_ID, refusedAtTheDoor, refusedByOwner, submitRefused } from './refused-order.ts';

type InstrumentOfRow = 'gridlessInstrument' | 'unpricedInstrument' | 'offGridInstrument';

interface RefusedOrder extends CheckOfTable {
  /** The label of the order. */
  readonly what: string;
  readonly by: 'owner' | 'door';
  readonly refusal: { readonly status: number; readonly code: string };
  readonly order: (fixtures: FixturesOf<InstrumentOfRow>, freshKey: () => string) => OrderBody;
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
    order: () => ({ qty: '1.25' }),
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
  const { what, by, refusal, order, actor = 'trader', needs = [], since } = row;
  return {
    needs: [actor, 'account', 'instrument', ...[needs].flat(), 'writes'],
    ...(since === undefined ? {} : { since }),

    async drive(scene) {
      await submitRefused(scene[actor], scene, what, order(scene.fixtures, scene.freshKey));
    },

    judge: (history) => (by === 'owner' ? refusedByOwner : refusedAtTheDoor)(history, what, refusal),
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
      history.maybe('halted') === undefined ? pass : refusedByOwner(history, 'halted', refusal),
    );
  },
});

/** The largest 64-bit integer: it fits at its own scale, and at no finer one. */
const LARGEST = '9223372036854775807';

/** A deployed member may judge a cap first: its 422 is right too. */
export const pastTheWorkingScale = check({
  id: 'ord/past-the-working-scale',
  proves: ['ORD-09'],
  title: "a price or quantity past a 64-bit integer at the instrument's working scale is refused 422 by the owner",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await submitRefused(scene.trader, scene, 'price', { price: LARGEST, qty: scene.fixtures.instrument.step });
    await submitRefused(scene.trader, scene, 'quantity', { qty: LARGEST });
  },

  judge(history) {
    const refusal = history.target.strict ? { status: 422, code: 'INVALID_FIELD' } : { status: 422 };
    return allOf(refusedByOwner(history, 'price', refusal), refusedByOwner(history, 'quantity', refusal));
  },
});

/** The eighteenth place is the last that the door lets through (MON-08): no grid is as fine. */
const FINEST = '0.000000000000000001';

/** Both ends of "finer": one place past the grid beside a valid value, and as fine as the door lets through. */
export const offGridIsRefused = check({
  id: 'ord/off-grid-is-refused',
  proves: ['ORD-08'],
  title: 'a price finer than the tick is refused 422 TICK_SIZE_VIOLATION by the owner, a quantity QTY_STEP_VIOLATION',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { tick, step } = scene.fixtures.instrument;
    const refused = (what: string, over: OrderBody) => submitRefused(scene.trader, scene, what, over);
    await refused('a price just off the tick', { price: finerBy1(tick) });
    await refused('a price far off the tick', { price: FINEST });
    await refused('a quantity just off the step', { qty: finerBy1(step) });
    await refused('a quantity far off the step', { qty: FINEST });
  },

  judge(history) {
    const by = (code: string, ...whats: readonly string[]) =>
      whats.map((what) => refusedByOwner(history, what, { status: 422, code }));
    return allOf(
      ...by('TICK_SIZE_VIOLATION', 'a price just off the tick', 'a price far off the tick'),
      ...by('QTY_STEP_VIOLATION', 'a quantity just off the step', 'a quantity far off the step'),
    );
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
    return eachOf(stated, (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }));
  },
});

/** How long a quote is fresh is not shown; after ten minutes without one from the venue it is stale. */
const SILENT_FOR = '10m';

export const staleQuoteIsNoReference = check({
  id: 'ord/stale-quote-is-no-reference',
  proves: ['ORD-12'],
  title: 'an order without a price is refused 409 NO_REFERENCE_PRICE once the last quote is no longer fresh',
  needs: ['trader', 'account', 'instrument', 'control', 'virtual-clock', 'writes'],

  async drive({ trader, order, control, fixtures }) {
    const { id, step } = fixtures.instrument;
    const unpriced = order({ instrumentId: id, price: undefined, qty: step });
    // What the venue states reaches the platform as the register's command `state`.
    const silence = await control.fault({
      on: { edge: 'inbox', owner: 'register', command: 'state' },
      refuse: 'INTERRUPTED',
    });
    await control.advance(SILENT_FOR);
    await cancelled(trader, await trader.submit(unpriced, { label: 'silent' }));
    await silence.untilFired();
    await silence.remove();
    await trader.submit(unpriced, { label: 'heard' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('silent'), { status: 409, code: 'NO_REFERENCE_PRICE', position: 'present', asOf: 'absent' }),
      expects(history.one('heard'), { status: '2xx' }, 'the venue has restated its quote'),
    ),
});

type Json = Readonly<Record<string, unknown>>;

const LEGS = ['observedValue', 'limitValue'] as const;

/** Every object inside a body that has this property. */
function having(name: string, value: unknown): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((member) => having(name, member));
  return Object.hasOwn(value, name) ? [value as Json, ...inner] : inner;
}

function reasonsOf(document: Exchange): readonly unknown[] {
  const lists = having('enum', json(document)).map(({ enum: list }) => (Array.isArray(list) ? list : []));
  return lists.filter((list) => list.includes('TICK_SIZE_VIOLATION') && list.includes('QTY_STEP_VIOLATION')).flat();
}

/** A leg that states its own scale has no zeros for the other's scale; only the sandbox is held to trimming them. */
function statesItsLegs(rejection: Json, served: Exchange, strict: boolean): Judgement {
  const wrong = LEGS.find((leg) => {
    const value = rejection[leg] ?? null;
    if (value === null) return false;
    if (typeof value !== 'string' || exactDecimal(value) === undefined) return true;
    return strict && canonicalDecimal(value) !== value;
  });
  return wrong === undefined ? pass : violated(`${wrong} null or a decimal at its own scale`, served);
}

/** Where a rejection is served beside the refusal is not shown; the sandbox's operation records carry it. */
export const rejectionStatesItsLegs = check({
  id: 'ord/rejection-states-its-legs',
  proves: ['ORD-19'],
  title: "a rejection's reason is of the published reasons, and each of its legs states its own scale",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    const { tick, step } = fixtures.instrument;
    await trader.get('/openapi.json', { label: 'document' });
    for (const over of [{ price: finerBy1(tick) }, { qty: finerBy1(step) }]) {
      const refused = await trader.submit(order(over));
      await trader.get(`/operations/${keyOf(refused)}`, { label: 'record' });
    }
  },

  judge(history) {
    const published = reasonsOf(history.one('document'));
    if (published.length === 0) return inconclusive("the document publishes no reasons of an order's rejection");
    const rejections = history
      .labelled('record')
      .flatMap((served) => having('reason', json(served)).map((rejection) => ({ served, rejection })));
    if (rejections.length === 0) return inconclusive('no rejection is served beside the refusal');
    return eachOf(rejections, ({ served, rejection }) =>
      allOf(
        published.includes(rejection['reason']) ? pass : violated('a reason that the document publishes', served),
        statesItsLegs(rejection, served, history.target.strict),
      ),
    );
  },
});
