import { expect, test } from 'vitest';
import { errorCode, status } from '../../member/exchange/exchange.ts';
import type { Target } from '../../member/target.ts';
import { ranCheck, sampleCheck } from '../../testing/stub-run.ts';
import type { WireAnswering } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { eachOf, pass, violated } from '../judgement.ts';

const account = { id: 1, name: 'main' };
const instrument = { id: 2, symbol: 'BTC-USD', tick: '0.01', step: '0.1', price: '100.00' };

const offGrid = sampleCheck({
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ qty: '0.01' }), { label: 'off' });
    await trader.submit(order({ qty: '0.01', price: undefined }), { label: 'off' });
  },

  judge: (history) =>
    eachOf(history.labelled('off'), (e) => (errorCode(e) === 'QTY_STEP_VIOLATION' ? pass : violated('a violation', e))),
});

/** Also passes where every order is refused. */
const anyRefusal: Check = {
  ...offGrid,
  judge: (history) => eachOf(history.labelled('off'), (e) => (status(e) === 422 ? pass : violated('422', e))),
};

type Refusing = (order: { readonly qty: string; readonly price?: string }) => string | undefined;

const refusing =
  (codeOf: Refusing): WireAnswering =>
  ({ path, body }) => {
    if (path !== '/orders') return { status: 200 };
    const code = codeOf(JSON.parse(String(body)));
    return code === undefined
      ? { status: 201, body: '{"orderId":"9"}' }
      : { status: 422, body: JSON.stringify({ error: { code, retryable: false } }) };
  };

const wantsADesk: Refusing = () => 'INVALID_FIELD';
const wantsATypeAtTheMarket: Refusing = ({ price, qty }) =>
  price === undefined ? 'INVALID_FIELD' : qty === '0.01' ? 'QTY_STEP_VIOLATION' : undefined;
const broken: Refusing = ({ qty }) => (qty === '0.01' ? 'INVALID_FIELD' : undefined);
const sound: Refusing = ({ qty }) => (qty === '0.01' ? 'QTY_STEP_VIOLATION' : undefined);
/** Of a closed market: the plain order is refused, and in another way. */
const shut: Refusing = ({ qty }) => (qty === '0.01' ? 'INVALID_FIELD' : 'INSTRUMENT_NOT_LIVE');

test.each([
  ['each order is refused alike', wantsADesk, offGrid, false, 'not-exercised'],
  ['and the judge asks for any refusal', wantsADesk, anyRefusal, false, 'not-exercised'],
  ['each order without a price is refused alike', wantsATypeAtTheMarket, offGrid, false, 'not-exercised'],
  ['a plain order is taken', broken, offGrid, false, 'fail'],
  ['a plain order is refused in another way', shut, offGrid, false, 'fail'],
  ['the orders are refused as they should be', sound, offGrid, false, 'pass'],
  ['the sandbox refuses each order alike', wantsADesk, offGrid, true, 'fail'],
] as const)('%s', async (_, codeOf, value, strict, verdict) => {
  const profile = { fixtures: { account, instrument }, limits: { writes: true } };
  const as = (target: Target): Target => ({ ...target, facts: { ...target.facts, strict } });
  const { row } = await ranCheck(value, refusing(codeOf), { profile, as });
  expect(row.verdict).toBe(verdict);
  if (verdict === 'not-exercised') expect(row.reason).toContain('bodies: { "POST /orders"');
});
