/**
 * Finds the references in a JSON Schema by place. Follows only the keywords that can lead to one: `properties`,
 * `patternProperties`, `additionalProperties`, `prefixItems`, `items`, `allOf`, `anyOf`, `oneOf`, `then`, `else` and a
 * `$ref` within the schema itself.
 */
export type ReferenceKind = 'account' | 'instrument';

type Schema = Readonly<Record<string, unknown>>;

/** Every schema that may apply to one place of a document, including the schemas that it combines. */
export type Place = ReadonlySet<Schema>;

const KINDS: readonly unknown[] = ['account', 'instrument'] satisfies readonly ReferenceKind[];
const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf'] as const;

/** Walks the JSON Schema of algo documents and finds the places of references. */
export class DocumentSchema {
  readonly #whole: Schema;
  /** The place of the whole document. */
  readonly root: Place;

  constructor(whole: Schema) {
    this.#whole = whole;
    this.root = this.#made([whole]);
  }

  /** The value of a member of the object at `place`. */
  member(place: Place, name: string): Place {
    return this.#made([...place].flatMap((schema) => membersOf(schema, name)));
  }

  /** An element of the array at `place`. */
  element(place: Place, index: number): Place {
    return this.#made(
      Array.from(place, ({ prefixItems, items }) =>
        Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items,
      ),
    );
  }

  /**
   * The kinds of row that an id at `place` may refer to, in the order of the schema; empty where it is no reference.
   */
  referenceKinds(place: Place): readonly ReferenceKind[] {
    const stated = Array.from(place, (schema) => schema['x-service-reference']);
    return [...new Set(stated)].filter((kind): kind is ReferenceKind => KINDS.includes(kind));
  }

  /** A recursive schema is followed once. */
  #made(given: readonly unknown[]): Place {
    const place = new Set<Schema>();
    const waiting = given.toReversed();
    while (waiting.length > 0) {
      const schema = waiting.pop();
      if (!isSchema(schema) || place.has(schema)) continue;
      place.add(schema);
      const parts = ALTERNATIVES.flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []));
      waiting.push(schema['else'], schema['then'], ...parts.toReversed(), this.#referred(schema['$ref']));
    }
    return place;
  }

  /** The target of a `$ref` within this schema, such as `#/$defs/leg`; undefined for an external one. */
  #referred(ref: unknown): unknown {
    if (ref === '#') return this.#whole;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
    let found: unknown = this.#whole;
    for (const step of ref.slice(2).split('/')) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    return found;
  }
}

/** The schemas of a member of an object: those for its name, otherwise the one for additional members. */
function membersOf({ properties, patternProperties, additionalProperties }: Schema, name: string): readonly unknown[] {
  const named = isSchema(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = isSchema(patternProperties) ? Object.entries(patternProperties) : [];
  const said = [...named, ...patterns.filter(([pattern]) => fits(name, pattern)).map(([, schema]) => schema)];
  return said.length > 0 ? said : [additionalProperties];
}

/** An invalid pattern matches nothing: the platform decides about such a version. */
function fits(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is Schema {
  return isObject(value) && !Array.isArray(value);
}
