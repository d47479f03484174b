/** The document of the control plane, as linters and client generators read it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlDocument } from './openapi.ts';
import { CONTROL_ROUTES } from './routes.ts';

const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Document {
  readonly servers: readonly {
    readonly url: string;
    readonly variables?: Record<string, { readonly default: string }>;
  }[];
  readonly components: { readonly schemas: object };
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-control-document-'));
afterAll(() => rmSync(folder, { recursive: true }));
let document: Document;

beforeAll(() => {
  document = JSON.parse(controlDocument(CONTROL_ROUTES)) as Document;
});

test('passes a linter without findings', { timeout: 60_000 }, () => {
  const path = join(folder, 'control.json');
  writeFileSync(path, JSON.stringify(document));
  const { stdout } = spawnSync(process.execPath, [REDOCLY, 'lint', path, '--format=json'], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' },
  });
  const { problems } = JSON.parse(stdout) as { problems: readonly { ruleId: string; message: string }[] };
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('names servers that are valid addresses with the defaults of their variables', () => {
  for (const { url, variables } of document.servers) {
    if (variables === undefined) continue;
    const spelt = url.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => variables[name]?.default ?? '');
    expect(URL.canParse(spelt), spelt).toBe(true);
  }
});

test('has no schema with the name of a JavaScript global, which a generated client would shadow', () => {
  expect(Object.keys(document.components.schemas).filter((name) => name in globalThis)).toEqual([]);
});
