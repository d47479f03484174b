/** The part of the register that every owner keeps: the rows as the sequence last stated them. */
import { Map as ImmutableMap } from 'immutable';
import type { Scope } from '../../gateway/contract/capabilities.ts';
import { REGISTER_FAMILIES, registerKeyOf } from '../../gateway/contract/register.ts';
import type {
  AssetRow,
  Fact,
  InstrumentRow,
  Principal,
  QuoteRow,
  RegisterFact,
  RegisterFamily,
  RegisterRows,
  TradingPolicyRow,
} from '../../gateway/facts.ts';

/** A row with its approved state; null: no state is approved yet. */
export interface Held<Row> {
  readonly row: Row;
  readonly approved: Row | null;
}

type Collections = { readonly [Family in RegisterFamily]: ImmutableMap<number, Held<RegisterRows[Family]>> };

export interface Directory {
  readonly register: Collections;
  /** Organisations by the external id in tokens. */
  readonly orgIds: ImmutableMap<string, number>;
  /** Users by organisation and subject, keyed by `within`. */
  readonly userIds: ImmutableMap<string, number>;
  /** Accounts by organisation and display name, keyed by `within`. */
  readonly accountIds: ImmutableMap<string, number>;
  readonly assets: ImmutableMap<number, AssetRow>;
  /** By symbol: the currencies that the platform holds. */
  readonly assetIds: ImmutableMap<string, number>;
  readonly instruments: ImmutableMap<number, InstrumentRow>;
  /** The last quote of each instrument. */
  readonly quotes: ImmutableMap<number, QuoteRow>;
  /** Trading policies in force, ACTIVE or HALTED in their approved terms, by scope (`policyName`) and id. */
  readonly inForce: ImmutableMap<string, ImmutableMap<number, TradingPolicyRow>>;
}

/** The initial directory. */
export const EMPTY_DIRECTORY: Directory = {
  register: Object.fromEntries(REGISTER_FAMILIES.map((family) => [family, ImmutableMap()])) as unknown as Collections,
  orgIds: ImmutableMap(),
  userIds: ImmutableMap(),
  accountIds: ImmutableMap(),
  assets: ImmutableMap(),
  assetIds: ImmutableMap(),
  instruments: ImmutableMap(),
  quotes: ImmutableMap(),
  inForce: ImmutableMap(),
};

/** The key of a name within its organisation. */
export function within(orgId: number, name: string): string {
  return `${orgId}/${name}`;
}

/** The key of a policy's scope. `instrumentId` null: the organisation-wide default row. */
export function policyName(orgId: number, instrumentId: number | null): string {
  return within(orgId, String(instrumentId ?? 'default'));
}

/** The latest state of a row, of any organisation. */
export function rowOf<Family extends RegisterFamily>(
  { register }: Directory,
  family: Family,
  id: number,
): RegisterRows[Family] | undefined {
  return heldOf({ register }, family, id)?.row;
}

/** A row with its approved state, of any organisation; undefined if there is none. */
export function heldOf<Family extends RegisterFamily>(
  { register }: Pick<Directory, 'register'>,
  family: Family,
  id: number,
): Held<RegisterRows[Family]> | undefined {
  return (register[family] as ImmutableMap<number, Held<RegisterRows[Family]>>).get(id);
}

/** Whether a user has a scope by the current records; claims and age of a token do not count. */
export function isGranted(directory: Directory, { orgId, userId }: Principal, scope: Scope): boolean {
  const user = rowOf(directory, 'users', userId);
  return user?.orgId === orgId && user.status === 'ACTIVE' && user.capabilities.includes(scope);
}

/** The policy that applies: of several in force for the same scope, the newest. */
export function governing(
  directory: Pick<Directory, 'inForce'>,
  orgId: number,
  instrumentId: number | null,
): TradingPolicyRow | undefined {
  let newest: TradingPolicyRow | undefined;
  directory.inForce.get(policyName(orgId, instrumentId))?.forEach((row) => {
    if (newest === undefined || row.tradingPolicyId > newest.tradingPolicyId) newest = row;
  });
  return newest;
}

/** The directory after a fact; the same one if the fact is not one of the register. */
export function recordIn(directory: Directory, fact: Fact): Directory {
  switch (fact.kind) {
    case 'RegisterRecorded':
      return recordRow(directory, fact);
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
    default:
      return directory;
  }
}

function recordRow(directory: Directory, fact: RegisterFact): Directory {
  const { family, row } = fact;
  const held = { row, approved: fact.approved === undefined ? row : fact.approved };
  const id = registerKeyOf(family, row);
  const rows = directory.register[family] as ImmutableMap<number, Held<RegisterRows[RegisterFamily]>>;
  const next = { ...directory, register: { ...directory.register, [family]: rows.set(id, held) } };
  switch (fact.family) {
    case 'orgs':
      return { ...next, orgIds: next.orgIds.set(fact.row.externalId, id) };
    case 'users':
      return { ...next, userIds: next.userIds.set(within(fact.row.orgId, fact.row.subject), id) };
    case 'accounts':
      return { ...next, accountIds: named(directory, fact.row) };
    case 'trading-policies':
      return { ...next, inForce: forced(directory, fact.row, fact.approved) };
    default:
      return next;
  }
}

/** A rename frees the old name, unless another account has taken it meanwhile. */
function named(directory: Directory, row: RegisterRows['accounts']): ImmutableMap<string, number> {
  const before = rowOf(directory, 'accounts', row.accountId)?.displayName;
  let names = directory.accountIds;
  if (before != null && names.get(within(row.orgId, before)) === row.accountId)
    names = names.delete(within(row.orgId, before));
  return row.displayName === null ? names : names.set(within(row.orgId, row.displayName), row.accountId);
}

function forced(
  directory: Directory,
  row: TradingPolicyRow,
  stated: TradingPolicyRow | null | undefined,
): Directory['inForce'] {
  const id = row.tradingPolicyId;
  const approved = stated === undefined ? row : stated;
  const before = heldOf(directory, 'trading-policies', id)?.approved;
  let inForce = directory.inForce;
  if (before != null)
    inForce = inForce.update(policyName(row.orgId, before.instrumentId), ImmutableMap(), (rows) => rows.delete(id));
  if (approved === null || (approved.status !== 'ACTIVE' && approved.status !== 'HALTED')) return inForce;
  return inForce.update(policyName(row.orgId, approved.instrumentId), ImmutableMap(), (rows) => rows.set(id, approved));
}
