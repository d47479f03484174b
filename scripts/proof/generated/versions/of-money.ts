import { type Change, of, seen } from './change.ts';

const LTC_BTC_CAP = '1000';

/** 0.3.1 to 0.4.3: at what scale money is said, on the way in and on the way out. */
export const MONEY_CHANGES: readonly Change[] = [
  {
    at: '0.3.1',
    gate: 'balances.own-scale',
    what: 'whether a balance has the eight places of its asset',
    from: '0.3.0',
    see: async (member) =>
      /\.[0-9]{8}$/.test(String(of((await member.get('/account-balances?accountId=1')).json, 'items', 0, 'held'))),
    before: true,
    since: false,
  },
  {
    at: '0.3.2',
    gate: 'orders.own-scale',
    what: 'the amounts of an order',
    see: async (member, { landmarks }) => {
      const { json } = await member.get(`/orders/${landmarks.order}`);
      return [of(json, 'price'), of(json, 'qty'), of(json, 'leavesQty')];
    },
    before: ['90.00000000', '1.00000000', '1.00000000'],
    since: ['90', '1', '1'],
  },
  {
    at: '0.3.3',
    gate: 'policies.own-scale',
    what: 'the caps of a trading policy',
    see: async (member) => {
      const policies = of((await member.get('/trading-policies')).json, 'items') as Record<string, unknown>[];
      return policies.find(({ instrumentId, status }) => instrumentId === 1 && status === 'ACTIVE')?.['maxOrderQty'];
    },
    before: `${LTC_BTC_CAP}.00000000`,
    since: LTC_BTC_CAP,
  },
  {
    at: '0.3.4',
    gate: 'money.taken-at-own-scale',
    what: 'a quantity past 64 bits, and an amount of a policy past them',
    see: async (member) => [
      seen(await member.order({ qty: '9223372036854775808' })),
      seen(await member.write('POST', '/asset-policies', { assetId: 1, maxTicketAmount: '9223372036854775808' })),
    ],
    before: [
      { status: 422, code: 'INVALID_FIELD', placed: true },
      { status: 422, code: 'INVALID_FIELD', placed: true },
    ],
    since: [
      { status: 400, code: 'MALFORMED_REQUEST' },
      { status: 400, code: 'MALFORMED_REQUEST' },
    ],
  },
  {
    at: '0.3.4',
    gate: 'money.scale-unknown',
    what: 'an amount of no asset',
    see: async (member) => seen(await member.write('POST', '/asset-policies', { maxTicketAmount: '1' })),
    before: { status: 422, code: 'SCALE_UNKNOWN' },
    since: { status: 400, code: 'MALFORMED_REQUEST' },
  },
  {
    at: '0.3.4',
    gate: 'orders.instrument-at-door',
    what: 'a symbol with no instrument',
    see: async (member) => seen(await member.order({ instrumentId: null, instrument: 'NONE-USD' })),
    before: { status: 422, code: 'INSTRUMENT_NOT_LIVE', placed: true },
    since: { status: 422, code: 'INSTRUMENT_NOT_LIVE' },
  },
  {
    at: '0.4.0',
    gate: 'caps.exact',
    what: 'an order of a hair above its cap',
    see: async (member) => {
      const answer = await member.order({ qty: '1000.0001' });
      const { orderId } = answer.json as { readonly orderId?: string };
      if (orderId !== undefined) await member.write('POST', `/orders/${orderId}/cancel`, {}, { as: 'trader' });
      return seen(answer);
    },
    before: { status: 201, placed: true },
    since: { status: 422, code: 'MAX_ORDER_QTY_EXCEEDED', placed: true },
  },
  {
    at: '0.4.0',
    gate: 'reasons.fill-precision-overflow',
    what: 'an order that a fill went past, and the reasons of the document',
    see: async (member, { landmarks }) => {
      const { json } = await member.get(`/orders/${landmarks.overflown}`);
      const reasons = of(await member.document(), 'components', 'schemas', 'OrderRejectedReason', 'enum') as string[];
      return [of(json, 'rejection', 'reason'), reasons.includes('FILL_PRECISION_OVERFLOW')];
    },
    before: ['INVALID_FIELD', false],
    since: ['FILL_PRECISION_OVERFLOW', true],
  },
  {
    at: '0.4.1',
    gate: 'money.pattern',
    what: 'a price with a plus, and one of 70 characters',
    see: async (member) => [
      seen(await member.order({ price: '+90.001' })),
      seen(await member.order({ price: `${'0'.repeat(64)}90.001` })),
    ],
    before: [
      { status: 422, code: 'TICK_SIZE_VIOLATION', placed: true },
      { status: 422, code: 'TICK_SIZE_VIOLATION', placed: true },
    ],
    since: [
      { status: 400, code: 'MALFORMED_REQUEST' },
      { status: 400, code: 'MALFORMED_REQUEST' },
    ],
  },
  {
    at: '0.4.1',
    gate: 'money.pattern',
    what: 'the money of the document',
    see: async (member) => {
      const schemas = of(await member.document(), 'components', 'schemas');
      const { pattern, maxLength } = of(schemas, 'SubmitOrderBody', 'properties', 'qty') as Record<string, unknown>;
      return { pattern, maxLength, ofRows: of(schemas, 'OrderUpdated', 'properties', 'qty', 'maxLength') };
    },
    before: { pattern: undefined, maxLength: undefined, ofRows: undefined },
    since: { pattern: '^-?[0-9]+(\\.[0-9]+)?$', maxLength: 64, ofRows: 64 },
  },
  {
    at: '0.4.2',
    gate: 'fills.venue-precision',
    what: 'an execution without a charge, and the last fill of its order',
    see: async (member, { landmarks }) => {
      const { json } = await member.get(`/executions/${landmarks.execution}`);
      const order = await member.get(`/orders/${landmarks.filled}`);
      return [of(json, 'price'), of(json, 'fee'), of(order.json, 'lastFillQty')];
    },
    before: ['50.00000000', null, '0.00100000'],
    since: ['50', '0.00000000', '0.001'],
  },
  {
    at: '0.4.3',
    gate: 'money.served-at-own-scale',
    what: 'an average price',
    see: async (member, { landmarks }) => of((await member.get(`/orders/${landmarks.filled}`)).json, 'avgPx'),
    before: '50.00000000',
    since: '50',
  },
];
