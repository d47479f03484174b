/** Every key of a profile with its description, read from the schema. `touchstone init` writes and explains them. */
import { z } from 'zod';
import { PRINCIPAL_NAMES } from './principals.ts';
import { profileSchema } from './profile.ts';

export interface ProfileKey {
  /** `fixtures.account.id`; the keys of every principal are listed as `principals.NAME.clientId`. */
  readonly path: string;
  readonly description: string;
  /** The example as JSON; undefined for a key with sub-keys. */
  readonly example: unknown;
  readonly isRequired: boolean;
  /** The only permitted values. */
  readonly values: readonly string[] | undefined;
}

interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
}

/** The JSON Schema of a profile (draft 7, which editors support). */
export function profileJsonSchema(): object {
  return { title: 'Touchstone target profile', ...z.toJSONSchema(profileSchema, { target: 'draft-7' }) };
}

function keysBelow(schema: Schema, prefix: string): readonly ProfileKey[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, below]) => {
    const path = `${prefix}${name}`;
    const key: ProfileKey = {
      path,
      description: below.description ?? '',
      example: below.examples?.[0],
      isRequired: schema.required?.includes(name) === true,
      values: below.enum,
    };
    return [key, ...keysBelow(below, `${path}.`)];
  });
}

/** All keys in the order of the schema. The keys of a principal are listed once, after the principals. */
export function profileKeys(): readonly ProfileKey[] {
  const keys = keysBelow(profileJsonSchema() as Schema, '');
  const ofOne = (path: string) => path.split('.').length === 3 && path.startsWith('principals.');
  const [first] = PRINCIPAL_NAMES;
  const last = PRINCIPAL_NAMES.at(-1);
  return keys.flatMap((key) => {
    if (ofOne(key.path)) return [];
    if (key.path !== `principals.${last}`) return [key];
    const each = keys.filter(({ path }) => path.startsWith(`principals.${first}.`));
    return [key, ...each.map((leaf) => ({ ...leaf, path: leaf.path.replace(`.${first}.`, '.NAME.') }))];
  });
}
