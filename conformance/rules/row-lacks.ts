import type { Exchange } from '../member/exchange/exchange.ts';
import { rows } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

/** Passes where no row of the page lacks anything. `lackOf` describes what a row lacks. */
export function noRowLacks(
  page: Exchange,
  lackOf: (row: Readonly<Record<string, unknown>>) => string | undefined,
): Judgement {
  const lack = rows(page)
    .map(lackOf)
    .find((words) => words !== undefined);
  return lack === undefined ? pass : violated(lack, page);
}
