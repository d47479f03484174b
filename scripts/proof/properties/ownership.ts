/** Determines the organisation of each row from the journal, without a request to a member. */
import type { SequencedRecord } from '../../../gateway/facts.ts';

/** Rows that belong to the platform: a reference to one reveals nothing about other organisations. */
export const PLATFORM_WIDE: readonly string[] = [
  'assetId',
  'feeAssetId',
  'instrumentId',
  'exchangeId',
  'algoVersionId',
];

/** Stands for all organisations. */
const PLATFORM = 0;

export class Ownership {
  /** By `name value`: the organisations with rows that contain it. */
  readonly #ids = new Map<string, Set<number>>();
  readonly #texts = new Map<string, Set<number>>();

  constructor(records: readonly SequencedRecord[]) {
    for (const { verdict } of records) this.#read(verdict.facts ?? [], [PLATFORM], 'facts');
  }

  /** The ids under a member's name that only this organisation holds, oldest first. */
  own(name: string, orgId: number): readonly string[] {
    const start = `${familyOf(name)} `;
    return [...this.#ids]
      .filter(([key, owners]) => key.startsWith(start) && isAlone(owners, orgId))
      .map(([key]) => key.slice(start.length));
  }

  /** An id with as many digits as `id` that no organisation holds. */
  absent(name: string, id: string): string {
    for (let other = BigInt(id) - 1n; other > 0n; other -= 1n) {
      if (!this.#ids.has(`${familyOf(name)} ${other}`)) return String(other).padStart(id.length, '0');
    }
    throw new Error(`no ${name} below ${id} is free`);
  }

  /** Ids in an answer that are in rows of other organisations and in no row of this one. */
  foreignIds(json: unknown, orgId: number, name = ''): readonly string[] {
    if (Array.isArray(json)) return json.flatMap((part) => this.foreignIds(part, orgId, name));
    if (typeof json === 'object' && json !== null) {
      return Object.entries(json).flatMap(([member, part]) => this.foreignIds(part, orgId, member));
    }
    if (!isIdName(name) || PLATFORM_WIDE.includes(name) || json === null) return [];
    const owners = this.#ids.get(`${familyOf(name)} ${json}`);
    return owners === undefined || owners.has(orgId) || owners.has(PLATFORM) ? [] : [`${name} ${json}`];
  }

  /** Names and other texts that are only in rows of `orgId`. */
  ownTexts(orgId: number): readonly string[] {
    return [...this.#texts].filter(([, owners]) => isAlone(owners, orgId)).map(([text]) => text);
  }

  #read(value: unknown, owners: readonly number[], name: string): void {
    if (Array.isArray(value)) {
      for (const part of value) this.#read(part, owners, name);
    } else if (typeof value === 'object' && value !== null) {
      const holders = holdersOf(value) ?? owners;
      for (const [member, part] of Object.entries(value)) this.#read(part, holders, member);
    } else if (isIdName(name) && value !== null && value !== 0) {
      add(this.#ids, `${familyOf(name)} ${value}`, owners);
    } else if (typeof value === 'string' && isTelling(value)) {
      add(this.#texts, value, owners);
    }
  }
}

/** Each row states its organisation. A proposed organisation has no users yet and counts as its sponsor's. */
function holdersOf(row: object): readonly number[] | undefined {
  const { orgId, sponsorOrgId } = row as { readonly orgId?: number; readonly sponsorOrgId?: number | null };
  const holder = sponsorOrgId ?? orgId;
  return holder === undefined ? undefined : [holder];
}

function add(map: Map<string, Set<number>>, key: string, owners: readonly number[]): void {
  const known = map.get(key) ?? new Set();
  for (const owner of owners) known.add(owner);
  map.set(key, known);
}

function isAlone(owners: ReadonlySet<number>, orgId: number): boolean {
  return owners.size === 1 && owners.has(orgId);
}

export function isIdName(name: string): boolean {
  return /(^i|I)ds?$/.test(name) && !['clientOrderId', 'externalId', 'tradeId', 'requestId'].includes(name);
}

/** `createdByUserId` names a user, `accountIds` accounts. */
export function familyOf(name: string): string {
  const one = name.replace(/s$/, '');
  if (one === 'algoInstanceId') return 'instanceId';
  return one.endsWith('UserId') ? 'userId' : one.endsWith('OrgId') ? 'orgId' : one;
}

/** Words of the platform are in capitals; numbers and times are digits. */
function isTelling(text: string): boolean {
  return text.length >= 6 && /[a-z]/.test(text);
}
