/** What the checks of names have in common: a document that names the fixtures, sent, and what was kept of it. */

import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk, sentJson, textAt } from '../../client/exchange.ts';
import type { Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notCreated, withInstance } from '../../scenes/own-instance.ts';
import type { Named, Place } from './names-in-a-document.ts';
import {
  bytesOf,
  isReplaced,
  LIMIT_BYTES,
  NO_NAMES,
  namedFixtures,
  placesIn,
  withIds,
  written,
} from './names-in-a-document.ts';

/** What a document with names can be refused for where names are not resolved. */
const UNRESOLVED = ['FIELD_TYPE_MISMATCH', 'REFERENCE_UNKNOWN_ACCOUNT', 'REFERENCE_UNKNOWN_INSTRUMENT'];

export const NAMING_NEEDS = [
  'admin',
  'algoVersion',
  'namingDocument',
  'account',
  'instrument',
  'algos',
  'writes',
] as const;

type Naming = Scene<(typeof NAMING_NEEDS)[number]>;

/** The fixture's document, something else in the place of each name; undefined: it names nothing. */
export function namingDocument({ fixtures }: Naming, what?: (place: Place) => string): string | undefined {
  const { text } = fixtures.namingDocument;
  const places = placesIn(text, namedFixtures(fixtures));
  if (places.length === 0) return undefined;
  return what === undefined ? text : written(text, places, what);
}

/** Labels: `created`, and `kept` for its document as it is read. */
export async function createByName(scene: Naming, document: string, key = scene.freshKey()): Promise<void> {
  await withInstance(
    scene,
    scene.admin,
    async ({ path }) => void (await scene.admin.get(`${path}/configs/1`, { label: 'kept' })),
    { body: { document }, key },
  );
}

interface Kept {
  readonly created: Exchange;
  readonly read: Exchange;
  readonly sent: string;
  readonly kept: string;
  readonly places: readonly Place[];
}

/** What was sent and what was kept of it; a judgement where nothing was. */
export function keptOf(history: History, named: readonly Named[]): Kept | Judgement {
  const [created, read] = [history.maybe('created'), history.maybe('kept')];
  if (created === undefined) return inconclusive(NO_NAMES);
  if (!isOk(created) && UNRESOLVED.includes(errorCode(created) ?? ''))
    return violated('the names of account and instrument resolved', created);
  const kept = read === undefined ? undefined : textAt(read, 'document');
  if (read === undefined || kept === undefined) return notCreated(history) ?? inconclusive('no document was read');
  const sent = String(asObject(sentJson(created))['document']);
  return { created, read, sent, kept, places: placesIn(sent, named) };
}

/** Ids in place of the names, all else byte for byte; comments beside them are never asked for (decision A84). */
export function isKept({ created, read, sent, kept, places }: Kept): Judgement {
  if (bytesOf(kept) > LIMIT_BYTES) return violated('a document of at most 6,144 bytes', created, read);
  return isReplaced(sent, places, kept)
    ? pass
    : violated('the document with ids in place of its names, all else byte for byte', created, read);
}

/** Our own member's word for a document without comments. */
export function isBare({ created, read, sent, kept, places }: Kept): Judgement {
  return kept === withIds(sent, places) ? pass : violated('the ids without comments', created, read);
}
