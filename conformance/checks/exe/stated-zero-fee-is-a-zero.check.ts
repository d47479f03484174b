import { exactDecimal } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { driveTradeOf, judgeOwnExecutions } from './filled-order.ts';

export const statedZeroFeeIsAZero = check({
  id: 'exe/stated-zero-fee-is-a-zero',
  proves: ['EXE-02'],
  title: 'a fee of zero in a named asset is served as a zero decimal, not as null',
  needs: ['trader', 'account', 'instrument', 'feelessInstrument', 'writes'],

  drive: (scene) => driveTradeOf(scene, scene.fixtures.feelessInstrument),

  judge: (history) =>
    judgeOwnExecutions(history, 'feelessInstrument', (own, page) =>
      allOf(
        expects(page, { status: 200 }),
        eachOf(own, ({ fee }) =>
          exactDecimal(fee)?.units === 0n
            ? pass
            : violated('a fee of zero, as a decimal: the venue charges nothing', page),
        ),
      ),
    ),
});
