/** What the suite knows of the control plane: types of its operations, made from the document that a sandbox serves. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../platform-sim/sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'conformance/client/control-plane';
const COMMAND = 'npm run -s generate:control';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The generated files by their paths from the root of the repository, as they should stand there. */
export async function controlTypes(): Promise<Readonly<Record<string, string>>> {
  await using sandbox = await startSandbox();
  const document = (await (await fetch(`${sandbox.controlUrl}/openapi.json`)).json()) as Document;
  const inJson = { ...document, paths: jsonOperations(document) };
  return {
    [`${FOLDER}/wire.gen.ts`]: formatted(wireTypes(JSON.stringify(inJson))),
    [`${FOLDER}/operations.gen.ts`]: formatted(operationTable(inJson)),
  };
}

/** Those that take JSON or nothing. */
function jsonOperations({ paths }: Document): Document['paths'] {
  const rows = Object.entries(paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(
      ([, { requestBody }]) => requestBody === undefined || 'application/json' in requestBody.content,
    );
    return [path, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(rows);
}

/** Types of bodies, queries and answers. What a refusal looks like is the client's to know: it throws. */
function wireTypes(document: string): string {
  mkdirSync(join(ROOT, '.touchstone'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.touchstone', 'control-types-'));
  try {
    writeFileSync(join(folder, 'control.json'), document);
    const program = join(ROOT, 'scripts/client-generator/generate.mjs');
    execFileSync(process.execPath, [program, join(folder, 'control.json'), folder, '--types'], { stdio: 'pipe' });
    const types = readFileSync(join(folder, 'types.gen.ts'), 'utf8').split(/\n\n(?=export type |\/\*\*\n)/);
    const kept = types.slice(1).filter((type) => !/^export type (ClientOptions|\w+Errors?) = /m.test(type));
    return `/** Written by \`${COMMAND}\` from the control plane's own document. */\n\n${kept.join('\n\n').replaceAll(/ 204: void;/g, ' 204: undefined;')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function operationTable({ paths }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, summary }]) => {
      return { id, summary, line: `${method.toUpperCase()} ${path}` };
    }),
  );
  const table = rows.map(({ id, line }) => `${id}: '${line}',`).join('\n');
  const types = rows.map(({ id, summary, line }) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    return `/** ${line}: ${summary} */\n${id}: { readonly takes: wire.${name}Data; readonly answers: wire.${name}Response };`;
  });
  return `/** Written by \`${COMMAND}\` from the control plane's own document. */
import type * as wire from './wire.gen.ts';

/** The method and the path of each operation. */
export const OPERATIONS = {
${table}
} as const satisfies Record<keyof Operations, string>;

/** What each operation takes and answers. */
export interface Operations {
${types.join('\n')}
}
`;
}

function formatted(source: string): string {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', '--stdin-file-path=conformance/client/control-plane/x.ts'];
  return execFileSync(process.execPath, args, { cwd: ROOT, input: source, encoding: 'utf8' });
}
