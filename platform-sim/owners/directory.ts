/** What every owner knows of the register: the rows as the sequence last stated them. */
import { Map as ImmutableMap } from 'immutable';
import type {
  AccountRow,
  AssetRow,
  Fact,
  InstrumentRow,
  OrganisationRow,
  PortfolioRow,
  QuoteRow,
  TradingPolicyRow,
  UserRow,
} from '../../gateway/facts.ts';

export interface Directory {
  readonly organisations: ImmutableMap<number, OrganisationRow>;
  /** By the external id that tokens name. */
  readonly orgIds: ImmutableMap<string, number>;
  readonly users: ImmutableMap<number, UserRow>;
  /** By organisation and subject, as `subjectName` spells the two. */
  readonly userIds: ImmutableMap<string, number>;
  readonly accounts: ImmutableMap<number, AccountRow>;
  readonly portfolios: ImmutableMap<number, PortfolioRow>;
  readonly assets: ImmutableMap<number, AssetRow>;
  /** By symbol: the currencies that the platform holds. */
  readonly assetIds: ImmutableMap<string, number>;
  readonly instruments: ImmutableMap<number, InstrumentRow>;
  /** The last quote of each instrument. */
  readonly quotes: ImmutableMap<number, QuoteRow>;
  /** By organisation and instrument, as `policyName` spells the two. */
  readonly policies: ImmutableMap<string, TradingPolicyRow>;
}

export const EMPTY_DIRECTORY: Directory = {
  organisations: ImmutableMap(),
  orgIds: ImmutableMap(),
  users: ImmutableMap(),
  userIds: ImmutableMap(),
  accounts: ImmutableMap(),
  portfolios: ImmutableMap(),
  assets: ImmutableMap(),
  assetIds: ImmutableMap(),
  instruments: ImmutableMap(),
  quotes: ImmutableMap(),
  policies: ImmutableMap(),
};

export function subjectName(orgId: number, subject: string): string {
  return `${orgId}/${subject}`;
}

/** `instrumentId` null: the organisation-wide default row. */
export function policyName(orgId: number, instrumentId: number | null): string {
  return `${orgId}/${instrumentId ?? 'default'}`;
}

/** The directory after a fact; the same one where the fact is none of the register's. */
export function recordIn(directory: Directory, fact: Fact): Directory {
  switch (fact.kind) {
    case 'OrganisationRecorded': {
      const { organisation } = fact;
      return {
        ...directory,
        organisations: directory.organisations.set(organisation.orgId, organisation),
        orgIds: directory.orgIds.set(organisation.externalId, organisation.orgId),
      };
    }
    case 'UserRecorded': {
      const { user } = fact;
      return {
        ...directory,
        users: directory.users.set(user.userId, user),
        userIds: directory.userIds.set(subjectName(user.orgId, user.subject), user.userId),
      };
    }
    case 'AccountRecorded':
      return { ...directory, accounts: directory.accounts.set(fact.account.accountId, fact.account) };
    case 'PortfolioRecorded':
      return { ...directory, portfolios: directory.portfolios.set(fact.portfolio.portfolioId, fact.portfolio) };
    case 'AssetRecorded': {
      const { asset } = fact;
      return {
        ...directory,
        assets: directory.assets.set(asset.assetId, asset),
        assetIds: directory.assetIds.set(asset.symbol, asset.assetId),
      };
    }
    case 'InstrumentRecorded':
      return { ...directory, instruments: directory.instruments.set(fact.instrument.instrumentId, fact.instrument) };
    case 'QuoteRecorded':
      return { ...directory, quotes: directory.quotes.set(fact.quote.instrumentId, fact.quote) };
    case 'TradingPolicyRecorded': {
      const { policy } = fact;
      return { ...directory, policies: directory.policies.set(policyName(policy.orgId, policy.instrumentId), policy) };
    }
    case 'OrderUpdated':
    case 'ExecutionRecorded':
      return directory;
  }
}
