/** What an order names: its account and its instrument, by id or by alias, and its own clientOrderId. */
import type { Actor } from '../../member/actor.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import { at, type Exchange, isOk, keyOf, rows, sentJson, status, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { sameRefusal } from '../../member/exchange/same-refusal.ts';
import type { CheckOfTable, Scene } from '../../runner/check.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, type Judgement, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';
import { cancelled, NO_ROWS_ID, refusedByEither, submitRefused } from './refused-order.ts';

interface Naming extends CheckOfTable {
  readonly id: 'accountId' | 'instrumentId';
  readonly alias: 'account' | 'instrument';
  readonly named: (scene: Scene<'trader' | 'account' | 'instrument'>) => Promise<Named>;
}

interface Named {
  readonly id: number;
  readonly name: string;
  /** An id and a name that name something else, or nothing. */
  readonly other: { readonly id: number; readonly name: string };
}

/**
 * Another account of the organisation, by id and name. An order that names beside ours an account that nothing holds is refused
 * for that: it does not show that the two must agree.
 */
async function anotherOf(trader: Actor, ours: { readonly id: number; readonly name: string }) {
  const held = rows(await trader.get('/accounts'));
  const own = held.find(({ accountId }) => accountId === ours.id);
  const nameOf = Object.entries(own ?? {}).find(([, value]) => value === ours.name)?.[0];
  const others = held.filter(({ accountId }) => typeof accountId === 'number' && accountId !== ours.id);
  const named = others.find((row) => nameOf !== undefined && typeof row[nameOf] === 'string');
  const name = nameOf === undefined ? undefined : named?.[nameOf];
  const id = (named ?? others[0])?.['accountId'];
  return { id: typeof id === 'number' ? id : undefined, name: typeof name === 'string' ? name : undefined };
}

const NAMINGS = {
  'account-is-named-by-id-or-alias': {
    proves: 'ORD-02',
    title: 'accountId or the alias account is required, either is enough, and both must agree',
    id: 'accountId',
    alias: 'account',
    async named({ fixtures, freshKey, trader }) {
      const { account, uncredentialledAccount: held } = fixtures;
      const other = await anotherOf(trader, account);
      const name = held?.name ?? other.name ?? `no desk ${freshKey()}`;
      return { id: account.id, name: account.name, other: { id: other.id ?? NO_ROWS_ID, name } };
    },
  },
  'instrument-is-named-by-id-or-alias': {
    proves: 'ORD-03',
    title: 'instrumentId or the alias instrument is required, either is enough, and both must agree',
    id: 'instrumentId',
    alias: 'instrument',
    async named({ fixtures, freshKey }) {
      const { instrument, haltedInstrument: held } = fixtures;
      const name = held?.symbol ?? `NO ${freshKey()}`;
      return { id: instrument.id, name: instrument.symbol, other: { id: NO_ROWS_ID, name } };
    },
  },
} satisfies Record<string, Naming>;

const WAYS = {
  taken: ['by alias', 'by both'],
  refused: ['by neither', 'by another id', 'by another alias'],
} as const;

/** An order that names its account, or its instrument, by id, by alias, by both, by neither, and by two that disagree. */
export const namedByIdOrAlias = checks('ord', NAMINGS, ({ id, alias, named: namedIn }: Naming) => ({
  needs: ['trader', 'account', 'instrument', 'writes'],
  cases: { of: 'ways to name it', names: () => [...WAYS.taken, ...WAYS.refused] },

  async drive(scene) {
    const { trader, order, takes } = scene;
    const named = await namedIn(scene);
    const bodies: Readonly<Record<(typeof WAYS)['taken' | 'refused'][number], OrderBody>> = {
      'by alias': { [id]: undefined, [alias]: named.name },
      'by both': { [alias]: named.name },
      'by neither': { [id]: undefined },
      'by another id': { [id]: named.other.id, [alias]: named.name },
      'by another alias': { [alias]: named.other.name },
    };
    await cancelled(trader, await trader.submit(order(), { label: 'by id' }));
    for (const label of WAYS.taken.filter(takes)) {
      await cancelled(trader, await trader.submit(order(bodies[label]), { label }));
    }
    for (const label of WAYS.refused.filter(takes)) await submitRefused(trader, scene, label, bodies[label]);
  },

  judge(history) {
    const byId = history.one('by id');
    if (!isOk(byId)) return inconclusive('an order by id is not accepted');
    // The status of a disagreement is not stated (decision A75); the sandbox's door refuses it.
    const refused = history.target.strict
      ? ({ status: [400, 422], position: 'absent' } as const)
      : ({ status: '4xx' } as const);
    return allOf(
      WAYS.taken.flatMap((what) =>
        history.labelled(what).map((e) => {
          const same = !isOk(e) || at(e, id) === at(byId, id);
          return allOf(expects(e, { status: '2xx' }, what), same ? pass : violated(`the ${id} that it names`, byId, e));
        }),
      ),
      WAYS.refused.filter((what) => history.maybe(what)).map((what) => refusedByEither(history, what, refused)),
    );
  },
}));

/** A member may require the clientOrderId (decision A32); the sandbox's takes the key where it is left out. */
export const clientOrderIdIsTheKey = check({
  id: 'ord/client-order-id-is-the-key',
  proves: ['ORD-01'],
  title: "a body's clientOrderId that differs from the Idempotency-Key is refused, and nothing is placed",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const other = freshKey();
    await cancelled(trader, await trader.submit(order({ clientOrderId: undefined }), { label: 'left out' }));
    await cancelled(trader, await trader.submit(order({ clientOrderId: other }), { label: 'another' }));
    await trader.get('/orders', { query: { limit: 20 }, label: 'orders' });
  },

  judge(history) {
    const { strict } = history.target;
    const leftOut = history.one('left out');
    const another = history.one('another');
    const { clientOrderId: other } = JSON.parse(another.request.body ?? '{}') as { clientOrderId?: string };
    const placed = rows(history.one('orders')).some((row) =>
      [other, keyOf(another)].includes(String(row['clientOrderId'])),
    );
    const code = 'MALFORMED_REQUEST';
    return allOf(
      strict ? expects(leftOut, { status: '2xx' }, 'the clientOrderId left out') : unseen,
      isOk(leftOut) && textAt(leftOut, 'clientOrderId') !== keyOf(leftOut)
        ? violated('the key as clientOrderId', leftOut)
        : pass,
      expects(another, strict ? { status: 400, code, position: 'absent' } : { status: '4xx' }),
      placed ? violated('no order of the refused clientOrderId or its key', another, history.one('orders')) : pass,
    );
  },
});

const UNHELD = 'no desk of anybody';

/** The account as the order names it: a message may repeat it. */
function accountOf(e: Exchange): string {
  const { account, accountId } = sentJson(e) as OrderBody;
  return String(account ?? accountId);
}

function isTheSame(unheld: Exchange, foreign: Exchange): Judgement {
  // Two busy answers are alike whatever the accounts are.
  if (isBusy(unheld)) return inconclusive('the target could not serve it just then');
  return sameRefusal(unheld, foreign, accountOf)
    ? pass
    : violated('the same answer as for an account that nothing holds', unheld, foreign);
}

export const foreignAccountNameReadsUnheld = check({
  id: 'ord/foreign-account-name-reads-unheld',
  proves: ['ORD-06'],
  title: "another organisation's account, by name or by id, is answered exactly as one that nothing holds",
  needs: ['trader', 'account', 'instrument', 'foreignAccount', 'writes'],

  async drive({ trader, order, fixtures }) {
    const { id, name } = fixtures.foreignAccount;
    const submit = async (label: string, over: OrderBody) =>
      cancelled(trader, await trader.submit(order(over), { label }));
    await submit('unheld name', { accountId: undefined, account: UNHELD });
    await submit('foreign name', { accountId: undefined, account: name });
    await submit('unheld id', { accountId: NO_ROWS_ID });
    await submit('foreign id', { accountId: id });
  },

  judge(history) {
    const unheld = history.one('unheld name');
    if (isOk(unheld)) return inconclusive('an account name that nothing holds is accepted');
    return allOf(
      status(unheld) === 422 ? unseen : notExercised('an account name that nothing holds is not refused for its name'),
      ['name', 'id'].map((by) => isTheSame(history.one(`unheld ${by}`), history.one(`foreign ${by}`))),
    );
  },
});
