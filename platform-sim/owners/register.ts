/**
 * The register of organisations, users, accounts and the other collections. It records the world's statements
 * unchanged, registers unknown callers, and judges writes by the rules of their collection.
 */
import { registerKeyOf } from '../../gateway/contract/register.ts';
import type { RegisterCommand, RegisterFamily, SequencedRecord } from '../../gateway/facts.ts';
import type { Owner } from '../owner.ts';
import { type Directory, EMPTY_DIRECTORY, recordIn } from './directory.ts';
import { mintInt32 } from './mint-int32.ts';
import { accountAddresses } from './register/account-addresses.ts';
import { accounts, discoveredAccount } from './register/accounts.ts';
import { credentials, probed } from './register/credentials.ts';
import type { FamilyRules } from './register/family.ts';
import { organisations } from './register/organisations.ts';
import { assetPolicies, chainPolicies, tradingPolicies } from './register/policies.ts';
import { portfolios } from './register/portfolios.ts';
import { registerCaller } from './register/register-caller.ts';
import { users } from './register/users.ts';
import { judgeWrite } from './register/write.ts';

export interface RegisterState {
  readonly directory: Directory;
  /** The last id that the register minted; ids that the world states do not count. */
  readonly lastMintedId: number;
}

/** The rules of each collection. */
const FAMILIES: { readonly [Family in RegisterFamily]: FamilyRules<Family> } = {
  orgs: organisations,
  users,
  credentials,
  accounts,
  'account-addresses': accountAddresses,
  portfolios,
  'asset-policies': assetPolicies,
  'chain-policies': chainPolicies,
  'trading-policies': tradingPolicies,
};

/** The owner of the register. */
export const register: Owner<RegisterState, RegisterCommand> = {
  name: 'register',
  initial: () => ({ directory: EMPTY_DIRECTORY, lastMintedId: 0 }),

  decide(state, sequenced) {
    const { body } = sequenced.command;
    const mint = () => mintInt32(sequenced.atNs, state.lastMintedId);
    switch (body.kind) {
      case 'state':
        return body.facts;
      case 'register-caller':
        return registerCaller(state.directory, body, mint);
      case 'discover-account':
        return discoveredAccount(state.directory, body.credentialId, mint);
      case 'probe-report':
        return probed(state.directory, body);
      default: {
        const rules = FAMILIES[body.family];
        // The rules of a family take that family's terms, which the command's `family` names.
        return judgeWrite(rules as FamilyRules<RegisterFamily>, state.directory, sequenced as never, mint);
      }
    }
  },

  apply(state, record) {
    let { directory, lastMintedId } = state;
    for (const fact of record.verdict.facts ?? []) {
      directory = recordIn(directory, fact);
      if (fact.kind === 'RegisterRecorded' && mints(record))
        lastMintedId = Math.max(lastMintedId, registerKeyOf(fact.family, fact.row));
    }
    return directory === state.directory ? state : { directory, lastMintedId };
  },
};

function mints(record: SequencedRecord): boolean {
  return record.command.owner === 'register' && record.command.body.kind !== 'state';
}
