/** The steps that change the world as a whole, and those that act as the simulated venue. */
import { z } from 'zod';
import type { RejectionReason, VenueOrder } from '../../conformance/member/control/control.ts';
import { closed, oneOf, text } from './closed.ts';
import { controlForm } from './control-form.ts';
import { valuesOf } from './control-shapes.ts';
import { count, note, stepName } from './terms.ts';

const decimal = (what: string) =>
  text(what).regex(/^[0-9]+(\.[0-9]+)?$/, `${what} is a decimal in quotes, such as "101.00"`);

/** A money amount of at least 0, or a reference to one. */
const amount = (what: string) =>
  text(what).regex(/^([0-9]+(\.[0-9]{1,18})?|\$\{[^}]+\})$/, `${what} is a decimal in quotes, such as "0.25"`);

/** A whole number, or a reference to one: `${fixtures.instrument.id}`. */
function idOrReference(what: string, example: string) {
  const message = `${what}, such as 1 or \${${example}}`;
  return z.union([count('an id', 1), z.string().regex(/^\$\{[^}]+\}$/, message)], { error: message });
}

/** The id of an order has 64 bits, so it is text; or a reference to one. */
const order = (what: string) =>
  text(what).regex(
    /^([0-9]+|\$\{[^}]+\})$/,
    `${what} is the id of an order in quotes, or a saved one such as \${order}`,
  );

/** A fault at the edge `venue` may delay or drop the report: the state says whether it was recorded. */
function orderWords({ status, cumQty, qty }: VenueOrder): string {
  return `order ${status}, ${cumQty} of ${qty} filled`;
}

const snapshot = controlForm({
  shape: closed('a snapshot step', { ...note, snapshot: stepName }),
  does: 'Keeps the state of the world under a name.',
  keys: { snapshot: 'A name: a letter, then letters, digits, _ . -' },
  example: '{ snapshot: before }',
  subject: () => 'world',
  words: (step) => `snapshot ${step.snapshot}`,
  link: (step, links) => void links.snapshots.add(step.snapshot),
  play: (control, step) => control.snapshot(step.snapshot),
});

const restore = controlForm({
  shape: closed('a restore step', { ...note, restore: stepName }),
  does: 'Takes the world back to a snapshot. Sockets are closed and tickets are gone.',
  keys: { restore: 'The name of the snapshot.' },
  example: '{ restore: before }',
  subject: () => 'world',
  words: (step) => `restore ${step.restore}`,
  link: (step, links, way) => links.mustBe('snapshot', step.restore, links.snapshots, [...way, 'restore']),
  play: (control, step) => control.restore(step.restore),
});

const reset = controlForm({
  shape: closed('a reset step', { ...note, reset: count('reset', 0) }),
  does: 'Takes the world back to a seed: orders, keys and users are as at its beginning.',
  keys: { reset: 'The seed.' },
  example: '{ reset: 7 }',
  subject: () => 'world',
  words: (step) => `reset to seed ${step.reset}`,
  play: (control, step) => control.reset(step.reset),
});

const quote = controlForm({
  shape: closed('a quote step', {
    ...note,
    quote: idOrReference('quote is the id of an instrument', 'fixtures.instrument.id'),
    bid: decimal('bid'),
    ask: decimal('ask'),
  }),
  does: 'Changes what the simulated venue quotes for an instrument.',
  keys: { quote: 'The id of the instrument.', bid: 'A decimal in quotes.', ask: 'A decimal in quotes.' },
  example: `{ quote: '\${fixtures.instrument.id}', bid: "99.00", ask: "101.00" }`,
  subject: () => 'venue',
  words: (step) => `instrument ${step.quote}: bid ${step.bid}, ask ${step.ask}`,
  play: (control, { quote: id, bid, ask }) => control.moveQuote({ instrumentId: Number(id), bid, ask }),
});

const fill = controlForm({
  shape: closed('a fill step', {
    ...note,
    fill: order('fill'),
    qty: amount('qty').optional(),
    price: amount('price').optional(),
  }),
  does: 'Fills an open order at the simulated venue. After that the venue fills the order only through this step.',
  keys: {
    fill: 'The id of the order.',
    qty: 'How much, a decimal in quotes; absent: all that is left.',
    price: "At which price, a decimal in quotes; absent: the order's own, or the venue's quote if it has none.",
  },
  example: `{ fill: '\${order}', qty: "0.4" }`,
  subject: () => 'venue',
  words: ({ fill: id, qty, price }) =>
    `fill ${qty ?? 'the rest'} of order ${id}${price === undefined ? '' : ` at ${price}`}`,
  async play(control, { fill: id, qty, price }) {
    const trade = { ...(qty === undefined ? {} : { qty }), ...(price === undefined ? {} : { price }) };
    return orderWords(await control.fill(id, trade));
  },
});

const reject = controlForm({
  shape: closed('a reject step', {
    ...note,
    reject: order('reject'),
    reason: oneOf('reason', valuesOf<RejectionReason>('RejectOrder', 'reason')),
  }),
  does: 'Rejects an open order at the simulated venue. Its earlier fills stay.',
  keys: { reject: 'The id of the order.', reason: 'A published reason, such as RATE_CEILING.' },
  example: `{ reject: '\${order}', reason: CREDENTIAL_UNAVAILABLE }`,
  subject: () => 'venue',
  words: (step) => `reject order ${step.reject}: ${step.reason}`,
  play: async (control, step) => orderWords(await control.reject(step.reject, step.reason)),
});

const balance = controlForm({
  shape: closed('a balance step', {
    ...note,
    balance: idOrReference('balance is the id of an account', 'fixtures.account.id'),
    asset: z.union([count('asset', 1), text('asset')], {
      error: 'asset is a symbol such as USD, or the id of an asset',
    }),
    total: amount('total'),
  }),
  does: 'Sets what the simulated venue holds of an asset in an account, such as after a deposit.',
  keys: {
    balance: 'The id of the account.',
    asset: 'The symbol of the asset, such as USD, or its id.',
    total: 'A decimal in quotes: what is held for open orders is part of it.',
  },
  example: `{ balance: '\${fixtures.account.id}', asset: USD, total: "250.00" }`,
  subject: () => 'venue',
  words: (step) => `account ${step.balance}: ${step.asset} ${step.total}`,
  play: (control, step) =>
    control.setBalance({ accountId: Number(step.balance), asset: step.asset, total: step.total }),
});

/** In the order of the reference. */
export const WORLD_FORMS = { snapshot, restore, reset, quote, fill, reject, balance } as const;
