import { check } from '../../runner/check.ts';
import { driveNaming, judgeNaming, type Naming } from './named-by-id-or-alias.ts';

const NAMING: Naming = { id: 'instrumentId', alias: 'instrument' };
const NOBODYS = 2_147_483_647;

export const instrumentIsNamedByIdOrAlias = check({
  id: 'ord/instrument-is-named-by-id-or-alias',
  proves: ['ORD-03'],
  title: 'instrumentId or the alias instrument is required, either is enough, and both must agree',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { fixtures, freshKey } = scene;
    const { instrument, haltedInstrument: held } = fixtures;
    await driveNaming(scene, NAMING, {
      id: instrument.id,
      name: instrument.symbol,
      other: { id: NOBODYS, name: held?.symbol ?? `NO ${freshKey()}` },
    });
  },

  judge: (history) => judgeNaming(history, NAMING),
});
