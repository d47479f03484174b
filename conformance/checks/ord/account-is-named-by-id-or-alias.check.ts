import { check } from '../../runner/check.ts';
import { driveNaming, judgeNaming, type Naming } from './named-by-id-or-alias.ts';

const NAMING: Naming = { id: 'accountId', alias: 'account' };
const NOBODYS = 2_147_483_647;

export const accountIsNamedByIdOrAlias = check({
  id: 'ord/account-is-named-by-id-or-alias',
  proves: ['ORD-02'],
  title: 'accountId or the alias account is required, either is enough, and both must agree',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { fixtures, freshKey } = scene;
    const { account, uncredentialledAccount: held } = fixtures;
    await driveNaming(scene, NAMING, {
      id: account.id,
      name: account.name,
      other: { id: NOBODYS, name: held?.name ?? `no desk ${freshKey()}` },
    });
  },

  judge: (history) => judgeNaming(history, NAMING),
});
