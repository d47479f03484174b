import type { Actor } from '../../client/actor.ts';
import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { driveNaming, judgeNaming, type Naming } from './named-by-id-or-alias.ts';

const NAMING: Naming = { id: 'accountId', alias: 'account' };
const NOBODYS = 2_147_483_647;

/**
 * Another account of the organisation, by id and name. An order that names one that nobody holds beside ours is refused for
 * that: it does not show that the two must agree.
 */
async function anotherOf(trader: Actor, ours: { readonly id: number; readonly name: string }) {
  const held = rows(await trader.get('/accounts'));
  const own = held.find(({ accountId }) => accountId === ours.id);
  const nameOf = Object.entries(own ?? {}).find(([, value]) => value === ours.name)?.[0];
  const others = held.filter(({ accountId }) => typeof accountId === 'number' && accountId !== ours.id);
  const named = others.find((row) => nameOf !== undefined && typeof row[nameOf] === 'string');
  const name = nameOf === undefined ? undefined : named?.[nameOf];
  const id = (named ?? others[0])?.['accountId'];
  return { id: typeof id === 'number' ? id : undefined, name: typeof name === 'string' ? name : undefined };
}

export const accountIsNamedByIdOrAlias = check({
  id: 'ord/account-is-named-by-id-or-alias',
  proves: ['ORD-02'],
  title: 'accountId or the alias account is required, either is enough, and both must agree',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { fixtures, freshKey, trader } = scene;
    const { account, uncredentialledAccount: held } = fixtures;
    const other = await anotherOf(trader, account);
    await driveNaming(scene, NAMING, {
      id: account.id,
      name: account.name,
      other: { id: other.id ?? NOBODYS, name: held?.name ?? other.name ?? `no desk ${freshKey()}` },
    });
  },

  judge: (history) => judgeNaming(history, NAMING),
});
