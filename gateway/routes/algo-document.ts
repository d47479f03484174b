import { Refusal } from '../contract/refusals.ts';
import type { AlgoVersionRow } from '../facts.ts';
import type { Services } from '../services.ts';
import { type DocumentName, namesIn } from './document-names.ts';
import type { ReferenceKind } from './document-schema.ts';

/** A name with the id that it was resolved to. */
type ResolvedName = Pick<DocumentName, 'name' | 'offset' | 'length'> & { readonly id: number };

/**
 * Texts that a one-line comment cannot show: the end of a comment, control characters, line ends, half a surrogate
 * pair.
 */
const UNSPEAKABLE = /\*\/|\p{Cc}|\p{Zl}|\p{Zp}|\p{Cs}/u;

/** Whether every name can be kept as a comment: all are kept, or none (decision A84). */
function canBeComments(names: readonly ResolvedName[]): boolean {
  return names.every(({ name }) => !UNSPEAKABLE.test(name));
}

/** The document with an id in place of each name's string and the name beside it in a comment; all else unchanged. */
function withComments(document: string, names: readonly ResolvedName[]): string {
  return replaced(document, names, ({ id, name }) => `${id} /* ${name} */`);
}

/** As `withComments`, with the ids only. */
function withoutComments(document: string, names: readonly ResolvedName[]): string {
  return replaced(document, names, ({ id }) => String(id));
}

function replaced(document: string, names: readonly ResolvedName[], text: (name: ResolvedName) => string): string {
  let end = 0;
  const parts = names.flatMap((name) => {
    const before = document.slice(end, name.offset);
    end = name.offset + name.length;
    return [before, text(name)];
  });
  return parts.join('') + document.slice(end);
}

/** Bytes of UTF-8, both as written and as sent (ALG-12, ALG-15). */
export const DOCUMENT_LIMIT_BYTES = 6_144;

/**
 * The document as it is sent to the platform: names that its version's schema types as references are replaced by ids,
 * and kept as comments where possible (ALG-13, ALG-14). All other bytes are unchanged.
 *
 * A document for a version that this member does not hold yet, or that is not JSONC, is sent unchanged for the owner to
 * judge (ALG-17). Throws DOCUMENT_TOO_LARGE and the two refusals of unknown names.
 */
export function sendableDocument(
  { gates, state }: Pick<Services, 'gates' | 'state'>,
  orgId: number,
  version: AlgoVersionRow | undefined,
  document: string,
): string {
  if (!fits(document)) throw tooLarge('longer than');
  if (!gates['algos.names'] || version === undefined) return document;
  const names = namesIn(document, version.documentSchema);
  if (names === undefined || names.length === 0) return document;

  const resolved = names.map((name) => resolve(name, document, { state, orgId }));
  const commented = withComments(document, resolved);
  if (fits(commented) && canBeComments(resolved)) return commented;
  const bare = withoutComments(document, resolved);
  if (!fits(bare)) throw tooLarge('with ids in place of its names longer than');
  return bare;
}

function fits(document: string): boolean {
  return Buffer.byteLength(document) <= DOCUMENT_LIMIT_BYTES;
}

function tooLarge(how: string): Refusal {
  return new Refusal('DOCUMENT_TOO_LARGE', `document: ${how} ${DOCUMENT_LIMIT_BYTES} bytes of UTF-8; nothing was sent`);
}

interface Holder {
  readonly state: Services['state'];
  readonly orgId: number;
}

/**
 * Resolves exact names only, and accounts only in the caller's organisation: another organisation's account is as
 * unknown as a missing one.
 */
const ID_OF: Readonly<Record<ReferenceKind, (name: string, holder: Holder) => number | undefined>> = {
  account: (name, { state, orgId }) => state.register.accountNamed(orgId, name)?.accountId,
  instrument: (name, { state }) => state.instrumentNamed(name)?.instrumentId,
};

const UNKNOWN = {
  account: ['REFERENCE_UNKNOWN_ACCOUNT', 'the organisation has no account of this name'],
  instrument: ['REFERENCE_UNKNOWN_INSTRUMENT', 'the platform has no instrument of this symbol'],
} as const satisfies Record<ReferenceKind, readonly [string, string]>;

/** If the place may be of either kind, the first kind that holds the name wins. */
function resolve({ name, kinds, offset, length }: DocumentName, document: string, holder: Holder): ResolvedName {
  for (const kind of kinds) {
    const id = ID_OF[kind](name, holder);
    if (id !== undefined) return { name, offset, length, id };
  }
  const [code, why] = UNKNOWN[kinds[0] ?? 'account'];
  throw new Refusal(code, `document, ${placeOf(offset, document)}: ${why}; nothing was sent`);
}

function placeOf(offset: number, document: string): string {
  const lines = document.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
