/**
 * Writes a profile as commented YAML: each key under its description, unknown ones commented out with an example. Pure.
 */
import { stringify } from 'yaml';
import { inLine } from '../exchange/foreign-text.ts';
import type { PrincipalName } from './principals.ts';
import { PRINCIPAL_NAMES, PRINCIPALS } from './principals.ts';
import type { ProfileKey } from './profile-keys.ts';
import { profileKeys } from './profile-keys.ts';

export interface ProfileText {
  /** Values by the path of their key, such as `contract.rest`. `baseUrl` is one of them. */
  readonly known: ReadonlyMap<string, unknown>;
  /** Values that a person must confirm: they are written, commented out, after the reason. */
  readonly doubtful?: ReadonlyMap<string, { readonly value: unknown; readonly why: string }>;
  /** Whole sentences for the head of the file. */
  readonly head: readonly string[];
}

const WIDTH = 110;

/** A text of the target stays in its comment: it may hold line breaks of any kind. */
function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of inLine(text).split(' ')) {
    if (line !== '' && indent.length + line.length + word.length + 3 > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}# ${each}`);
}

function scalar(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, blockQuote: false }).trim();
}

/** Comments the lines out, with the mark at the indentation of the first one. */
function commentedOut(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => `${indent}# ${line.slice(indent.length)}`);
}

function isKnown(path: string, { known }: ProfileText): boolean {
  return [...known.keys()].some((each) => each === path || each.startsWith(`${path}.`));
}

function linesOf(key: ProfileKey, keys: readonly ProfileKey[], text: ProfileText, indent: string): readonly string[] {
  const name = key.path.split('.').at(-1);
  const about = wrapped(key.description, indent);
  const below = keys.filter(({ path }) => path.startsWith(`${key.path}.`));
  const children = below.filter(({ path }) => path.split('.').length === key.path.split('.').length + 1);
  const isLive = isKnown(key.path, text);
  if (children.length === 0) {
    const doubt = text.doubtful?.get(key.path);
    const value = doubt?.value ?? (isLive ? text.known.get(key.path) : key.example);
    const line = `${indent}${name}: ${scalar(value)}`;
    const why = doubt === undefined ? [] : wrapped(doubt.why, indent);
    return [...about, ...why, ...(isLive ? [line] : commentedOut([line], indent))];
  }
  // In a section that is commented out, all keys appear with their examples.
  const inner: ProfileText = isLive ? text : { ...text, known: new Map(below.map((k) => [k.path, k.example])) };
  const lines = [`${indent}${name}:`, ...children.flatMap((child) => linesOf(child, below, inner, `${indent}  `))];
  return [...about, ...(isLive ? lines : commentedOut(lines, indent))];
}

function variableOf(name: PrincipalName, what: string): string {
  return `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_${what}`;
}

/** The trader, which every profile needs; the other principals are commented out in the same form. */
function principalLines(keys: readonly ProfileKey[], text: ProfileText): readonly string[] {
  const about = keys.find(({ path }) => path === 'principals');
  const each = keys.filter(({ path }) => path.startsWith('principals.NAME.'));
  const endpoint = 'identity.tokenEndpoint';
  const byClient = text.known.has(endpoint) || text.doubtful?.has(endpoint) === true;
  const entry = (name: PrincipalName) =>
    byClient
      ? [`    clientId: touchstone-${name}`, `    clientSecretEnv: ${variableOf(name, 'SECRET')}`]
      : [`    tokenEnv: ${variableOf(name, 'TOKEN')}`];
  return [
    ...wrapped(about?.description ?? '', ''),
    ...each.flatMap(({ path, description }) => wrapped(`  ${path.split('.').at(-1)}: ${description}`, '')),
    'principals:',
    ...PRINCIPAL_NAMES.flatMap((name) => {
      const lines = [`  ${name}:`, ...entry(name)];
      return [`  # ${PRINCIPALS[name]}`, ...(name === 'trader' ? lines : commentedOut(lines, '  '))];
    }),
  ];
}

/** YAML text that is a valid profile once its environment variables are set. */
export function profileText(text: ProfileText): string {
  const keys = profileKeys();
  const top = keys.filter(({ path }) => !path.includes('.'));
  const blocks = top.map((key) =>
    key.path === 'principals' ? principalLines(keys, text) : linesOf(key, keys, text, ''),
  );
  const head = text.head.flatMap((sentence) => wrapped(sentence, ''));
  return `${[head, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
