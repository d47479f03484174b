import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** How a module reaches another: `computed` is a dynamic import of what only the run knows. */
export type ImportKind = 'static' | 'type' | 'side-effect' | 're-export' | 'dynamic' | 'require' | 'url' | 'computed';

export interface Import {
  readonly kind: ImportKind;
  /** As written; '' where it is computed. */
  readonly specifier: string;
  readonly line: number;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every import of a module by its syntax tree: what stands in a comment, a string or a template is none. */
export function importsOf(path: string, source: string): readonly Import[] {
  const found: Import[] = [];
  walkSource(path, source, (node, line) => {
    const seen = importOf(node);
    if (seen !== undefined) found.push({ ...seen, line: line() });
  });
  return found;
}

/** Visits each node of a module's syntax tree. @throws where it cannot be parsed */
export function walkSource(path: string, source: string, visit: (node: Node, line: () => number) => void): void {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  walk(program as unknown as Node, (node) => visit(node, () => source.slice(0, node.start).split('\n').length));
}

/** The file that a relative specifier names, from the root of the repository; a package's name as it stands. */
export function resolved(from: string, specifier: string): string {
  return /^\.{1,2}(\/|$)/.test(specifier) ? posix.join(posix.dirname(from), specifier) : specifier;
}

function importOf(node: Node): Omit<Import, 'line'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration': {
      if (node['importKind'] === 'type') return { kind: 'type', specifier: literal(node['source']) };
      const names = node['specifiers'] as readonly Node[];
      if (names.length === 0) return { kind: 'side-effect', specifier: literal(node['source']) };
      const kind = names.every((name) => name['importKind'] === 'type') ? 'type' : 'static';
      return { kind, specifier: literal(node['source']) };
    }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (!isNode(node['source'])) return undefined;
      return { kind: node['exportKind'] === 'type' ? 'type' : 're-export', specifier: literal(node['source']) };
    case 'ImportExpression':
      return reached('dynamic', node['source']);
    case 'TSImportType':
      return { kind: 'type', specifier: literal(node['source']) };
    case 'TSExternalModuleReference':
      return { kind: 'require', specifier: literal(node['expression']) };
    case 'CallExpression':
      return isRequire(node['callee']) ? reached('require', (node['arguments'] as readonly Node[])[0]) : undefined;
    case 'NewExpression':
      return urlBeside(node);
  }
  return undefined;
}

function reached(kind: 'dynamic' | 'require', source: unknown): Omit<Import, 'line'> {
  const specifier = literal(source);
  return specifier === '' ? { kind: 'computed', specifier } : { kind, specifier };
}

/** `require(x)` and `createRequire(import.meta.url)(x)`; `.resolve` reads no code, but it names a module all the same. */
function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'require';
  if (callee.type === 'CallExpression') return isNode(callee['callee']) && callee['callee']['name'] === 'createRequire';
  if (callee.type !== 'MemberExpression') return false;
  const named = callee['property'] as Node;
  return named['name'] === 'resolve' && (isRequire(callee['object']) || isImportMeta(callee['object']));
}

/** `new URL('./worker.ts', import.meta.url)`: how workers and data files are reached. */
function urlBeside(node: Node): Omit<Import, 'line'> | undefined {
  const [path, base] = node['arguments'] as readonly Node[];
  if ((node['callee'] as Node)['name'] !== 'URL' || !isNode(base) || base.type !== 'MemberExpression') return undefined;
  const specifier = literal(path);
  return isImportMeta(base['object']) && specifier !== '' ? { kind: 'url', specifier } : undefined;
}

function isImportMeta(node: unknown): boolean {
  return isNode(node) && node.type === 'MetaProperty';
}

/** A string, or a template without holes. */
function literal(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['value'] === 'string') return node['value'];
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[] | undefined;
  return node.type === 'TemplateLiteral' && parts?.length === 1 ? (parts[0]?.value.cooked ?? '') : '';
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
