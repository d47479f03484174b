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

test.each([
  ['0.14.0' as const, /accountId or account is required, and instrumentId or instrument/],
  // Without the alias of accounts (0.5.0).
  ['0.4.3' as const, /^instrumentId or instrument is required/],
])('at %s the body of an order says which members are required together', (version, words) => {
  const { components } = contractDocument(version, gatesAt(version)) as unknown as {
    components: { schemas: Readonly<Record<string, { readonly description?: string }>> };
  };
  expect(components.schemas['SubmitOrderBody']?.description).toMatch(words);
});
