/**
 * Generates a typed client from an OpenAPI document, or its types alone, offline:
 *
 *   node scripts/client-generator/generate.mjs DOCUMENT.json FOLDER [--types]
 *
 * @hey-api/openapi-ts needs the compiler API, which TypeScript 7 does not have: here, and only here, `typescript` is the
 * version 6 that stands in this folder's node_modules.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'typescript'
      ? next(specifier, { ...context, parentURL: import.meta.url })
      : next(specifier, context);
  },
});
const { createClient } = await import('@hey-api/openapi-ts');

const [document, folder, only] = process.argv.slice(2);
if (document === undefined || folder === undefined) throw new Error('a document and a folder are needed');
await createClient({
  input: document,
  output: { path: folder, module: { extension: '.ts' } },
  plugins:
    only === '--types' ? ['@hey-api/typescript'] : ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
});
