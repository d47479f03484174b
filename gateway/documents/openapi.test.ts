import { expect, test } from 'vitest';
import { gatesAt, VERSIONS } from '../contract/versions.ts';
import { contractDocument } from './openapi.ts';

test.each(VERSIONS)(
  'at %s no schema has the name of a JavaScript global, which a generated client would shadow',
  (version) => {
    const { components } = contractDocument(version, gatesAt(version)) as unknown as {
      components: { schemas: object };
    };
    const names = Object.keys(components.schemas);
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(names).toContain('ErrorEnvelope');
  },
);
