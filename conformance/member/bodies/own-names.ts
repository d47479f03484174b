/**
 * Translates an assumed property into the member's terms. Where the member's body has no property of the assumed name,
 * the only one that fits by type and enum takes the value. A value that the enum does not list is replaced by its
 * equivalent there.
 */
import { branches, type JsonObject } from '../profile/contract-document.ts';
import type { PublishedBody } from './published-body.ts';

/** A name of the suite, for which members may use another one. */
const NAME_LIKE = /name|label|title|alias/i;
/** Words for a state in which a user is not admitted, and for the opposite state. */
const SHUT = /^(disabled|barred|blocked|suspended|inactive|locked|revoked|deactivated|off)$/i;
const LET_IN = /^(active|admitted|enabled|unlocked|allowed|normal|on)$/i;
/** `orders:trade` and similar: a capability scope, not a preset. */
const SCOPE = /^[a-z]+:[a-z]+$/;

type Put = readonly (readonly [name: string, value: unknown])[];

/** The properties that can stand for `name`; undefined: the body has none. */
export function inOwnWords(
  document: JsonObject,
  { properties }: PublishedBody,
  [name, value]: readonly [string, unknown],
): Put | undefined {
  const listed = Object.entries(properties).map(([own, schema]) => [own, branches(document, schema)] as const);
  if (name === 'displayName') return called(listed, value);
  if (name === 'capabilities') return granted(document, listed, value);
  return name === 'status' ? stated(listed, value) : undefined;
}

type Listed = readonly (readonly [name: string, schemas: readonly JsonObject[]])[];

function called(listed: Listed, value: unknown): Put | undefined {
  const own = listed.find(([name, schemas]) => NAME_LIKE.test(name) && schemas.some(isFreeText));
  return own === undefined ? undefined : [[own[0], value]];
}

/** Whether a schema admits any string. */
export function isFreeText(schema: JsonObject): boolean {
  return [schema['type']].flat().includes('string') && schema['enum'] === undefined;
}

/** Capability scopes for a list of scopes; presets are moved out of the list where it does not accept them. */
function granted(document: JsonObject, listed: Listed, value: unknown): Put | undefined {
  if (!Array.isArray(value)) return undefined;
  const words = (schema: unknown): readonly unknown[] =>
    branches(document, schema).flatMap((branch) => {
      const { enum: all, example, examples } = branch;
      return [all, example, examples].flat(2).filter((one) => one !== undefined);
    });
  const isList = (schema: JsonObject) =>
    schema['items'] !== undefined &&
    [...words(schema['items']), ...words(schema)].some((word) => typeof word === 'string' && SCOPE.test(word));
  const list = listed.find(([, schemas]) => schemas.some(isList));
  if (list === undefined) return undefined;
  const [presets, scopes] = [value.filter(isPreset), value.filter((word) => !isPreset(word))];
  const beside = listed.find(
    ([name, schemas]) => name !== list[0] && schemas.some((one) => knows(words(one), presets)),
  );
  const isInList = list[1].some((schema) => knows(words(schema['items']), presets));
  if (presets.length === 0 || isInList || beside === undefined) return [[list[0], value]];
  const preset = [beside[0], beside[1].some(({ type }) => type === 'array') ? presets : presets[0]] as const;
  return scopes.length === 0 ? [preset] : [preset, [list[0], scopes]];
}

const isPreset = (word: unknown) => typeof word === 'string' && !SCOPE.test(word);
const knows = (words: readonly unknown[], wanted: readonly unknown[]) =>
  wanted.length > 0 && wanted.every((word) => words.includes(word));

/** The enum value that is equivalent to ours. Where there is none, ours is sent and the member refuses it. */
function stated(listed: Listed, value: unknown): Put | undefined {
  const own = listed.find(([name]) => name === 'status') ?? listed.find(([name]) => /^(state|standing)$/i.test(name));
  if (own === undefined) return undefined;
  const words = own[1].flatMap((schema) => (Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : []));
  if (words.includes(value)) return [[own[0], value]];
  const meaning = [SHUT, LET_IN].find((words_) => words_.test(String(value)));
  const same = words.filter((word) => typeof word === 'string' && meaning?.test(word) === true);
  return [[own[0], same.length === 1 ? same[0] : value]];
}
