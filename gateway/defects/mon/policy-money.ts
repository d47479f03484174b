import { type Decimal, decimal, fitsInt64At } from '../../contract/decimal.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Money } from '../../facts.ts';
import type { Known, Stage } from '../../stage.ts';
import { sendingAnother } from '../another-command.ts';
import { type Defect, rewriteBody } from '../defect.ts';
import { laxDoor } from './lax-door.ts';
import { scaledThroughADouble, throughADouble } from './through-a-double.ts';

const CHAIN_POLICY = /^\/chain-policies\/[0-9]+$/;
const ASSET_POLICY = /^\/asset-policies\/[0-9]+$/;
const TRADING_POLICY = /^\/trading-policies\/[0-9]+$/;

/** Whether amounts are 64-bit integers at the finest scale that one of them states. */
function fitTogether(amounts: readonly (Money | null)[]): boolean {
  const stated = amounts.filter((amount) => amount !== null).map((amount): Decimal => decimal(amount));
  const scale = Math.max(0, ...stated.map((amount) => amount.scale));
  return stated.every((amount) => fitsInt64At(amount, scale));
}

/** Refuses a proposal before it is sent. */
function refusing(isRefused: (command: Known['command']['body']) => boolean): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    async run(known, proceed) {
      if (isRefused(known.command.body)) throw new Refusal('INVALID_FIELD', 'the amounts do not fit together');
      return good.run(known, proceed);
    },
  });
}

/** Each is wrong about the money of policies. */
export const POLICY_MONEY: readonly Defect[] = [
  {
    name: 'serves-each-amount-at-its-own-scale',
    breaks: ['MON-18'],
    story: 'a chain policy is read with each of its amounts at the places that it needs',
    spoil: (answer, { path }) =>
      CHAIN_POLICY.test(path) && answer.status === 200
        ? rewriteBody(answer, ({ minTransferAmount, maxTransferAmount, ...row }) => ({
            ...row,
            minTransferAmount: least(minTransferAmount),
            maxTransferAmount: least(maxTransferAmount),
          }))
        : answer,
  },
  {
    name: 'serves-an-amount-through-a-double',
    breaks: ['MON-15'],
    story: 'an asset policy is read with the amount that a 64-bit float holds',
    spoil: (answer, { path }) =>
      ASSET_POLICY.test(path) && answer.status === 200
        ? rewriteBody(answer, ({ maxTicketAmount, ...row }) => ({
            ...row,
            maxTicketAmount: throughADouble(maxTicketAmount),
          }))
        : answer,
  },
  {
    name: 'serves-scaled-amounts-up-to-2-to-the-53',
    breaks: ['MON-15'],
    story: 'a trading policy is read with the amount that its scaled integer has as a 64-bit float',
    spoil: (answer, { path }) =>
      TRADING_POLICY.test(path) && answer.status === 200
        ? rewriteBody(answer, ({ maxOrderQty, ...row }) => ({ ...row, maxOrderQty: scaledThroughADouble(maxOrderQty) }))
        : answer,
  },
  {
    name: 'drops-what-does-not-fit',
    breaks: ['MON-19'],
    story: 'an asset policy whose amounts do not fit together is taken without the finer of them',
    stages: sendingAnother(({ command }) => {
      const { body } = command;
      if (body.kind !== 'create' || body.family !== 'asset-policies') return undefined;
      const { maxTicketAmount, reconciliationToleranceAmount: finer } = body.terms;
      if (fitTogether([maxTicketAmount, finer])) return undefined;
      return { ...command, body: { ...body, terms: { ...body.terms, reconciliationToleranceAmount: null } } };
    }),
  },
  {
    name: 'refuses-what-does-not-fit-unrecorded',
    breaks: ['MON-19'],
    story: 'chain policies whose amounts do not fit together are refused before they are sent: nothing is recorded',
    stages: {
      send: refusing(
        (body) =>
          body.kind === 'create' &&
          body.family === 'chain-policies' &&
          !fitTogether([body.terms.minTransferAmount, body.terms.maxTransferAmount]),
      ),
    },
  },
  {
    name: 'holds-two-caps-to-one-scale',
    breaks: ['MON-20'],
    story: 'the two caps of a trading policy are refused where they do not fit at one scale',
    stages: {
      send: refusing(
        (body) =>
          body.kind === 'create' &&
          body.family === 'trading-policies' &&
          !fitTogether([body.terms.maxOrderQty, body.terms.maxOrderNotional]),
      ),
    },
  },
  {
    name: 'ignores-a-scale-beside-a-cap',
    breaks: ['MON-11'],
    story: 'drops maxOrderQtyScale from a trading policy and goes on',
    stages: laxDoor(({ maxOrderQtyScale: _, ...body }) => body, 'createTradingPolicy'),
  },
  {
    name: 'takes-a-cap-of-nothing',
    breaks: ['MON-17'],
    story: 'an organisation-wide trading policy is taken without the money caps that it states',
    stages: laxDoor(
      ({ maxOrderQty, maxOrderNotional, ...body }) =>
        body['instrumentId'] ? { maxOrderQty, maxOrderNotional, ...body } : body,
      'createTradingPolicy',
    ),
  },
  {
    name: 'reads-the-amount-of-a-policy-as-a-float',
    breaks: ['MON-03'],
    story: 'takes a maxTicketAmount of 1e2 for 100',
    stages: laxDoor(
      (body) => (body['maxTicketAmount'] === '1e2' ? { ...body, maxTicketAmount: '100' } : body),
      'createAssetPolicy',
    ),
  },
];

function least(amount: unknown): unknown {
  return typeof amount === 'string' && amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
