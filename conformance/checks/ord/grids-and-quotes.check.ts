/** Orders off the grid, the legs that their rejections state, and orders without a price once the quote is stale. */

import { type Exchange, json, keyOf } from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID, type OrderBody } from '../../member/exchange/order.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import { exactDecimal, finerBy1 } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { documentOf, readDocument } from '../../scenes/published-document.ts';
import { cancelled, refusedByOwner, submitRefused } from './refused-order.ts';

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
    await refused('a price far off the tick', { price: FINER_THAN_ANY_GRID });
    await refused('a quantity just off the step', { qty: finerBy1(step) });
    await refused('a quantity far off the step', { qty: FINER_THAN_ANY_GRID });
  },

  judge(history) {
    const by = (code: string, ...whats: readonly string[]) =>
      whats.map((what) => refusedByOwner(history, what, { status: 422, code }));
    return allOf(
      by('TICK_SIZE_VIOLATION', 'a price just off the tick', 'a price far off the tick'),
      by('QTY_STEP_VIOLATION', 'a quantity just off the step', 'a quantity far off the step'),
    );
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
    await trader.submit(unpriced, { label: 'restated' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('silent'), { status: 409, code: 'NO_REFERENCE_PRICE', position: 'present', asOf: 'absent' }),
      expects(history.one('restated'), { status: '2xx' }, 'the venue has restated its quote'),
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

  async drive(scene) {
    const { trader, order, fixtures } = scene;
    const { tick, step } = fixtures.instrument;
    await readDocument(scene, trader);
    for (const over of [{ price: finerBy1(tick) }, { qty: finerBy1(step) }]) {
      const refused = await trader.submit(order(over));
      await trader.get(`/operations/${keyOf(refused)}`, { label: 'record' });
    }
  },

  judge(history) {
    const published = reasonsOf(documentOf(history));
    if (published.length === 0) return notShown(history, "the document publishes no reasons of an order's rejection");
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
