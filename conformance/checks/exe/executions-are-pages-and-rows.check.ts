import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, rows, textAt } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { exactDecimal } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { driveFilledOrders, executionsPage, type Row } from './filled-order.ts';

const INT64 = /^[1-9][0-9]{0,18}$/;

/** Each named member of an execution row, and what it may be. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  executionId: (value) => typeof value === 'string' && INT64.test(value),
  tradeId: (value) => typeof value === 'string' && value !== '',
  fee: (value) => value === null || exactDecimal(value) !== undefined,
  feeAssetId: (value) => value === null || Number.isInteger(value),
};

function hasItsMembers(row: Row, page: Exchange): Judgement {
  const wrong = Object.entries(MEMBERS).find(([name, isGood]) => !isGood(row[name]))?.[0];
  return wrong === undefined ? pass : violated(`an execution row with its ${wrong}`, page);
}

function namesTheSame(row: Row, listed: Row | undefined): boolean {
  return Object.keys(MEMBERS).every((name) => sameBody(row[name], listed?.[name]));
}

export const executionsArePagesAndRows = check({
  id: 'exe/executions-are-pages-and-rows',
  proves: ['EXE-01'],
  title: 'executions are served as pages and as rows, with executionId, tradeId, fee and feeAssetId',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await driveFilledOrders(scene, 40, '2.5');
    const page = await scene.trader.get('/executions', { query: { limit: 40 }, label: 'page' });
    const executionId = textAt(page, 'items', 0, 'executionId');
    if (executionId !== undefined) await scene.trader.get(`/executions/${executionId}`, { label: 'row' });
  },

  judge(history) {
    const page = executionsPage(history);
    const again = history.maybe('page');
    if (page === undefined || again === undefined) {
      const first = history.maybe('executions');
      return first === undefined || isOk(first)
        ? inconclusive('the venue filled nothing')
        : expects(first, { status: 200 });
    }
    const row = history.maybe('row');
    if (row === undefined) return violated('an execution row with its executionId', again);
    return allOf(
      eachOf(rows(page), (item) => hasItsMembers(item, page)),
      expects(row, { status: 200 }, 'a row that a page lists'),
      !isOk(row) || namesTheSame(json(row) as Row, rows(again)[0])
        ? pass
        : violated('the row as the page lists it', again, row),
    );
  },
});
