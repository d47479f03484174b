import { expect, test } from 'vitest';
import type { RegisterFamily, RegisterTerms, Verdict } from '../../../gateway/facts.ts';
import { asset, instrument } from '../../testing/sample-owner.ts';
import { idOf, rowOf, SampleRegister } from '../../testing/sample-register.ts';

/** Asset 1 is held to 8 places, asset 3 to 18. */
const sample = () => new SampleRegister(asset(3, 'ETH', 18), instrument({ status: 'HALTED' }));

const CAPS = { maxOrderQty: '1.5', maxOrderNotional: '200.25', maxOpenOrders: 7, maxOrdersPerMinute: null };
const TICKETS = { maxTicketAmount: '1.5', approvalThresholdAmount: '2', reconciliationToleranceAmount: null };
const TERMS = {
  'asset-policies': { assetId: 1, ...TICKETS },
  'chain-policies': { assetId: 1, chain: 'BITCOIN', minTransferAmount: '0.01', maxTransferAmount: '10' },
  'trading-policies': { instrumentId: 9, ...CAPS },
} as const satisfies Partial<RegisterTerms>;
type Family = keyof typeof TERMS;
const [ASSET, CHAIN, TRADING] = Object.keys(TERMS) as [Family, Family, Family];

const termsOf = (family: Family, over: object = {}) => ({ ...TERMS[family], ...over }) as RegisterTerms[Family];

/** As a new policy, and as new terms of one in force. */
function stated(family: Family, over: object): readonly Verdict[] {
  const register = sample();
  const id = idOf(family, register.create<RegisterFamily>(family, termsOf(family)));
  register.move('approve', family, id, 'deputy');
  return [
    sample().create<RegisterFamily>(family, termsOf(family, over)),
    register.restate<RegisterFamily>(family, id, termsOf(family, over)),
  ];
}

const FINE = { minTransferAmount: '0.000000000000000001' };

/** Terms that are refused, the member that the refusal names, and corrected terms. */
// biome-ignore format: an aligned table
test.each<[Family, refused: object, names: string, accepted?: object]>([
  [ASSET,   { assetId: 77 },                             'assetId'],
  [CHAIN,   { assetId: 77 },                             'assetId'],
  [TRADING, { instrumentId: 77 },                        'instrumentId'],
  [ASSET,   { maxTicketAmount: '-0.01' },                'maxTicketAmount',               { maxTicketAmount: '0.01' }],
  [ASSET,   { approvalThresholdAmount: '-0.01' },        'approvalThresholdAmount',       { approvalThresholdAmount: '0.01' }],
  [ASSET,   { reconciliationToleranceAmount: '-0.01' },  'reconciliationToleranceAmount', { reconciliationToleranceAmount: '0.01' }],
  [CHAIN,   { minTransferAmount: '-0.01' },              'minTransferAmount',             { minTransferAmount: '0.01' }],
  [CHAIN,   { maxTransferAmount: '-0.01' },              'maxTransferAmount',             { maxTransferAmount: '0.01' }],
  [TRADING, { maxOrderQty: '-0.01' },                    'maxOrderQty',                   { maxOrderQty: '0.01' }],
  [TRADING, { maxOrderNotional: '-0.01' },               'maxOrderNotional',              { maxOrderNotional: '0.01' }],
  // Past 64 bits at the asset's scale, and two amounts that do not fit at one scale.
  [ASSET,   { maxTicketAmount: '92233720368.54775808' }, 'maxTicketAmount',               { maxTicketAmount: '92233720368.54775807' }],
  [ASSET,   { maxTicketAmount: '92233720368', reconciliationToleranceAmount: '0.000000001' }, 'maxTicketAmount', { maxTicketAmount: '92233720368' }],
  [CHAIN,   { ...FINE, maxTransferAmount: '9.3' },       'maxTransferAmount',             { ...FINE, maxTransferAmount: '9.2' }],
])('%s with %j: INVALID_FIELD of %s', (family, wrong, names, corrected = {}) => {
  const message = expect.stringMatching(new RegExp(`^${names}: .+$`));
  for (const { refused } of stated(family, wrong)) expect(refused).toMatchObject({ code: 'INVALID_FIELD', message });
  for (const { refused } of stated(family, corrected)) expect(refused).toBeUndefined();
});

const unset = (...members: readonly string[]) => Object.fromEntries(members.map((member) => [member, null]));

/** Amounts of one policy have one scale, caps each their own; a zero is unset. */
// biome-ignore format: an aligned table
test.each<[Family, stated: object, row: object]>([
  [ASSET,   {},                                            { ...TICKETS, maxTicketAmount: '1.50000000', approvalThresholdAmount: '2.00000000' }],
  [CHAIN,   { minTransferAmount: '0.0000000001' },         { minTransferAmount: '0.0000000001', maxTransferAmount: '10.0000000000' }],
  [CHAIN,   { assetId: 3, maxTransferAmount: '9' },        { minTransferAmount: '0.010000000000000000', maxTransferAmount: '9.000000000000000000' }],
  [TRADING, { maxOrderQty: '1.50', maxOrderNotional: '9223372036854775807' }, { maxOrderQty: '1.5', maxOrderNotional: '9223372036854775807' }],
  ...['0', '-0', '0.00', null].flatMap((zero): [Family, object, object][] => [
    [ASSET,   { maxTicketAmount: zero, approvalThresholdAmount: zero }, unset('maxTicketAmount', 'approvalThresholdAmount')],
    [CHAIN,   { minTransferAmount: zero },                 unset('minTransferAmount')],
    [TRADING, { maxOrderQty: zero },                       unset('maxOrderQty')],
  ]),
  [ASSET,   unset('assetId', 'maxTicketAmount', 'approvalThresholdAmount'), unset('assetId', 'maxTicketAmount')],
  [CHAIN,   unset('assetId', 'minTransferAmount', 'maxTransferAmount'),     unset('assetId', 'maxTransferAmount')],
  [TRADING, unset('instrumentId', 'maxOrderQty', 'maxOrderNotional'),       { instrumentId: null, maxOpenOrders: 7 }],
])('%s with %j', (family, terms, row) => {
  for (const verdict of stated(family, terms)) expect(rowOf(family, verdict)).toMatchObject(row);
});

test.each([ASSET, CHAIN, TRADING])('%s: a refusal by the state comes before one of the terms', (family) => {
  const register = sample();
  const id = idOf(family, register.create<RegisterFamily>(family, termsOf(family)));
  register.move('withdraw', family, id);
  const { refused } = register.restate<RegisterFamily>(family, id, termsOf(family, { assetId: 77, instrumentId: 77 }));
  expect(refused?.code).toBe('TRANSITION_NOT_ADMITTED');
});
