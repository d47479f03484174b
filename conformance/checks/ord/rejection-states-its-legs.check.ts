import type { Exchange } from '../../client/exchange.ts';
import { json, keyOf } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { exactDecimal, finerBy1 } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

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

/** A leg that states its own scale carries no zeros for the other's; only the sandbox is asked that they are trimmed. */
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
