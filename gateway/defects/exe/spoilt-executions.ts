/** Members that serve executions wrong: on pages of one size alone, so that other checks do not meet them. */
import { type Defect, rewriteBody } from '../defect.ts';

type Row = Readonly<Record<string, unknown>>;

function onPagesOf(limit: number, change: (row: Row) => Row): Defect['spoil'] & object {
  return (answer, { request }) =>
    request.url === `/executions?limit=${limit}` && answer.status === 200
      ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as Row[]).map(change) }))
      : answer;
}

function withFee(change: (fee: string) => unknown): (row: Row) => Row {
  return (row) => (typeof row['fee'] === 'string' ? { ...row, fee: change(row['fee']) } : row);
}

const isZero = (fee: string) => !/[1-9]/.test(fee);

export const EXE_DEFECTS: readonly Defect[] = [
  {
    name: 'lists-executions-without-their-trade',
    breaks: ['EXE-01'],
    story: 'a page of executions lists rows without tradeId',
    spoil: onPagesOf(40, ({ tradeId: _, ...row }) => row),
  },
  {
    name: 'lists-executions-of-another-trade',
    breaks: ['EXE-01'],
    story: 'a page of executions lists other trades than the rows name',
    spoil: onPagesOf(40, (row) => ({ ...row, tradeId: `${row['tradeId']}-listed` })),
  },
  {
    name: 'serves-a-charge-as-a-rebate',
    breaks: ['EXE-02'],
    story: 'a page of executions states every charge with a minus sign',
    spoil: onPagesOf(
      60,
      withFee((fee) => (isZero(fee) ? fee : `-${fee}`)),
    ),
  },
  {
    name: 'rounds-a-fee-to-cents',
    breaks: ['EXE-02'],
    story: 'a page of executions states fees to two places',
    spoil: onPagesOf(
      60,
      withFee((fee) => Number(fee).toFixed(2)),
    ),
  },
  {
    name: 'serves-a-zero-fee-as-none',
    breaks: ['EXE-02'],
    story: 'a page of executions states a zero fee of a named asset as null',
    spoil: onPagesOf(
      60,
      withFee((fee) => (isZero(fee) ? null : fee)),
    ),
  },
  {
    name: 'serves-no-fee-at-all',
    breaks: ['EXE-03'],
    story: 'a page of executions states no fee and no asset, whatever the venue named',
    spoil: onPagesOf(60, (row) => ({ ...row, fee: null, feeAssetId: null })),
  },
  {
    name: 'serves-a-zero-where-no-fee-is-named',
    breaks: ['EXE-03'],
    story: 'a page of executions states a zero fee of no asset where the venue named no held currency',
    spoil: onPagesOf(70, (row) => ({ ...row, fee: row['fee'] ?? '0' })),
  },
  {
    name: 'serves-a-fee-of-no-asset',
    breaks: ['EXE-03'],
    story: 'a page of executions states fees without their asset',
    spoil: onPagesOf(70, (row) => ({ ...row, feeAssetId: null })),
  },
  {
    name: 'serves-no-fee-of-a-small-trade',
    breaks: ['EXE-03'],
    story: 'a page of executions states the asset of a fee below a thousandth, and no fee',
    spoil: onPagesOf(
      70,
      withFee((fee) => (Number(fee) < 0.001 ? null : fee)),
    ),
  },
  {
    name: 'serves-executions-of-less',
    breaks: ['EXE-04'],
    story: 'a page of executions states less than was traded',
    spoil: onPagesOf(80, (row) => ({ ...row, qty: `0.${String(row['qty']).replace('.', '')}` })),
  },
  {
    name: 'serves-executions-at-another-price',
    breaks: ['EXE-04'],
    story: 'a page of executions states a price that is a hundredth too high',
    spoil: onPagesOf(80, (row) => ({ ...row, price: (Number(row['price']) + 0.01).toFixed(2) })),
  },
];
