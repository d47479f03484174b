/** Every key of a profile with its description, read from the schema: what `touchstone init` writes and explains. */
import { z } from 'zod';
import { PRINCIPAL_NAMES } from './principals.ts';
import { profileSchema } from './profile.ts';

export interface ProfileKey {
  /** `fixtures.account.id`; what each principal may have is `principals.NAME.clientId`. */
  readonly path: string;
  readonly description: string;
  /** As JSON would state it; undefined for a key that holds keys. */
  readonly example: unknown;
  readonly isRequired: boolean;
  /** The only values that it may have. */
  readonly values: readonly string[] | undefined;
}

interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
}

/** The JSON Schema (draft 7, which editors know) of a profile. */
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

/** What every principal may have is listed once, after the principals. In the order of the schema. */
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
