/** The rows that a request is about, by its method and path. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { pathOf } from '../member/exchange/exchange.ts';
import type { Family } from './families.ts';
import { DOCUMENTS, familyNamed, INSTANCES, ORDERS, VERSIONS } from './families.ts';

export interface Subject {
  readonly family: Family;
  /** `page`: a read of many. `row`: a read of one. `create`, `change`: a write whose answer is the row. */
  readonly kind: 'page' | 'row' | 'create' | 'change';
  /** The key of the row that the path names. */
  readonly key: string | undefined;
  /** The instance below which documents and orders are served. */
  readonly instance: string | undefined;
  /** The action that the path names: `approve`, `config`. */
  readonly arm: string | undefined;
}

/** By path: of reads, and of writes. null: about no row. */
const KNOWN = { ofReads: new Map<string, Subject | null>(), ofWrites: new Map<string, Subject | null>() };
/** There are many paths with ids in them: the cache is emptied from time to time. */
const MOST_KNOWN = 50_000;

/** undefined: about no row that a collection serves (/me, /operations/{key}, a halt). */
export function subjectOf(e: Exchange): Subject | undefined {
  return subjectAt(e.request.method === 'GET', pathOf(e));
}

function subjectAt(isRead: boolean, path: string): Subject | undefined {
  const known = isRead ? KNOWN.ofReads : KNOWN.ofWrites;
  let subject = known.get(path);
  if (subject === undefined) {
    subject = read(isRead, path.slice(1).split('/').map(decoded)) ?? null;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(path, subject);
  }
  return subject ?? undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function read(isRead: boolean, [first = '', ...rest]: readonly string[]): Subject | undefined {
  if (first !== 'algos') {
    const family = familyNamed(first);
    return family && ofFamily(isRead, family, rest);
  }
  const [collection, ...below] = rest;
  if (collection === 'versions') return isRead && below.length === 0 ? of(VERSIONS, 'page') : undefined;
  if (collection !== 'instances') return undefined;
  const [instance, part, ...deeper] = below;
  if (instance === undefined || part === undefined) return ofFamily(isRead, INSTANCES, below);
  const [seq, ...tooDeep] = deeper;
  if (tooDeep.length > 0) return undefined;
  if (isRead && part === 'configs') {
    return seq === undefined ? { ...of(DOCUMENTS, 'page'), instance } : { ...of(DOCUMENTS, 'row'), instance, key: seq };
  }
  if (seq !== undefined) return undefined;
  if (isRead) return part === 'orders' ? { ...of(ORDERS, 'page'), instance } : undefined;
  return part === 'config'
    ? { ...of(DOCUMENTS, 'create'), instance, arm: part }
    : { ...of(INSTANCES, 'change'), key: instance, arm: part };
}

function ofFamily(isRead: boolean, family: Family, [key, arm, ...tooDeep]: readonly string[]): Subject | undefined {
  if (tooDeep.length > 0 || (isRead && arm !== undefined)) return undefined;
  if (isRead) return key === undefined ? of(family, 'page') : { ...of(family, 'row'), key };
  return key === undefined ? of(family, 'create') : { ...of(family, 'change'), key, arm };
}

function of(family: Family, kind: Subject['kind']): Subject {
  return { family, kind, key: undefined, instance: undefined, arm: undefined };
}
