import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { driveTradeOf, judgeOwnExecutions } from './filled-order.ts';

export const feeOfNoHeldCurrencyIsNull = check({
  id: 'exe/fee-of-no-held-currency-is-null',
  proves: ['EXE-03'],
  title: 'fee and feeAssetId are null where the venue charges in a currency that the platform does not hold',
  needs: ['trader', 'account', 'instrument', 'finerInstrument', 'writes'],

  drive: (scene) => driveTradeOf(scene, scene.fixtures.finerInstrument),

  judge: (history) =>
    judgeOwnExecutions(history, 'finerInstrument', (own, page) =>
      eachOf(own, ({ fee, feeAssetId }) =>
        fee === null && feeAssetId === null
          ? pass
          : violated('fee null and feeAssetId null: the platform holds no such currency', page),
      ),
    ),
});
