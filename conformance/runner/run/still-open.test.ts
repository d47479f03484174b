import { expect, test } from 'vitest';
import type { Entry } from '../../member/effects/entry.ts';
import { ranAll, sampleCheck } from '../../testing/stub-run.ts';
import { stillOpen } from './still-open.ts';

const sent: Entry = {
  ...{ what: 'sent', n: 1, check: 'idem/a', actor: 'trader', method: 'POST', path: '/orders', key: 'k-1', name: 'k-1' },
  isOwn: true,
};
const order = { account: '1', clientOrderId: 'k-1', orderId: null };
const named = { ...order, orderId: '7' };
const made: Entry = { what: 'made', n: 1, row: '/orders/7' };

test.each<[string, typeof order | typeof named, readonly Entry[], boolean]>([
  ['without an answer', order, [sent], true],
  ['made, and nothing more known', named, [sent, made], true],
  ['with an id that its trial did not see', order, [sent, made], true],
  ['refused after all', order, [sent, { what: 'refused', n: 1 }], false],
  ['closed', named, [sent, made, { what: 'closed', row: '/orders/7', isFilled: false }], false],
  ['filled', named, [sent, made, { what: 'closed', row: '/orders/7', isFilled: true }], false],
  ['ended by the clean-up', named, [sent, made, { what: 'undone', row: '/orders/7' }], false],
  ['of which the record knows nothing', named, [], true],
])('an order %s', (_, one, entries, isOpen) => expect(stillOpen([one], entries)).toEqual(isOpen ? [one] : []));

test.each<[string, readonly Entry[], readonly (string | null)[] | undefined]>([
  ['open', [sent], ['k-1']],
  ['refused', [sent, { what: 'refused', n: 1 }], undefined],
])('a run lists an order without an answer where its record has it as %s', async (_, recorded, listed) => {
  const lost = sampleCheck({
    drive: async ({ trader }) => void (await trader.submit({ qty: '1' }, { key: 'k-1', timeoutMs: 10 })),
    unanswered: 'judged',
  });
  const entries = [...recorded];
  const effects = { name: 'e', entries, add: (entry: Entry) => void entries.push(entry) };
  const { record } = await ranAll([lost], ({ method }) => (method === 'POST' ? 'timeout' : {}), { effects });
  expect(record.run.orders?.mayBeOpen.slice(0, 1).map(({ clientOrderId }) => clientOrderId)).toEqual(listed);
});
