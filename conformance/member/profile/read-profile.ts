/** Reads the text of a profile; reports every problem with its line and column. */
import { dirname } from 'node:path';
import type { Document, Node } from 'yaml';
import { isMap } from 'yaml';
import type { z } from 'zod';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { templateProblems } from '../bodies/template-problems.ts';
import { type Dial, dialer } from '../connection/dial.ts';
import { proxiesOf } from '../connection/proxies.ts';
import { readTlsFiles } from '../connection/tls-files.ts';
import type { ProfileHooks } from '../hooks/hook-book.ts';
import { hooksOf } from '../hooks/hook-names.ts';
import type { Transport } from '../sending/transport.ts';
import type { Credential, Environment } from '../tokens/credentials.ts';
import { credentialsOf } from '../tokens/credentials.ts';
import { boundedYaml, isProblems } from './bounded-yaml.ts';
import type { Complaint, Way } from './complaint.ts';
import { said } from './complaint.ts';
import { nearest } from './nearest.ts';
import type { PrincipalName } from './principals.ts';
import type { Profile } from './profile.ts';
import { profileSchema } from './profile.ts';

export interface LoadedProfile {
  readonly profile: Profile;
  /** With environment variables resolved, in order of `PRINCIPALS`. */
  readonly credentials: ReadonlyMap<PrincipalName, Credential>;
  readonly hooks: ProfileHooks;
  /** Opens every connection: with the files of `tls`, through the proxies of the environment. */
  readonly dial: Dial;
  /** In place of HTTP over `dial`, for requests to the member and to its control plane. */
  readonly transport?: (baseUrl: string, stopwatch: Stopwatch) => Transport;
}

/** An unusable profile. `message` has one line for each problem: `file:line:column: what, what to do`. */
export class ProfileProblem extends Error {
  override readonly name = 'ProfileProblem';
}

/** The known properties next to an unknown one, from the schema. */
function knownNames(way: Way): readonly string[] {
  let schema: unknown = profileSchema;
  for (const step of way) schema = shapeOf(schema)?.[String(step)];
  return Object.keys(shapeOf(schema) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  let inner = schema as { shape?: Record<string, unknown>; unwrap?: () => unknown } | undefined;
  while (inner?.unwrap !== undefined) inner = inner.unwrap() as typeof inner;
  return inner?.shape;
}

function complaintsOf(issue: z.core.$ZodIssue): readonly Complaint[] {
  if (issue.code !== 'unrecognized_keys') {
    const missing = issue.code === 'invalid_type' && issue.input === undefined;
    const what = missing ? 'is missing' : issue.message.replace(/^Invalid input: /, '');
    return [{ way: issue.path, message: `${said(issue.path) || 'the profile'}: ${what}` }];
  }
  return issue.keys.map((name) => {
    const like = nearest(name, knownNames(issue.path));
    const hint = like === undefined ? `known here: ${knownNames(issue.path).join(', ')}` : `did you mean ${like}?`;
    return {
      way: [...issue.path, name],
      atName: true,
      message: `${said([...issue.path, name])} is no property of a profile; ${hint}`,
    };
  });
}

function check(
  value: unknown,
  environment: Environment,
  folder: string,
  needsSecrets = true,
): LoadedProfile | readonly Complaint[] {
  const parsed = profileSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.flatMap(complaintsOf);
  const { credentials, complaints } = credentialsOf(parsed.data, environment, folder);
  const files = readTlsFiles(needsSecrets ? parsed.data.tls : undefined, environment, folder);
  const unfit = [
    ...complaints.filter(({ isUnset }) => needsSecrets || isUnset !== true),
    ...templateProblems(parsed.data),
  ];
  if ('message' in files) return [...unfit, files];
  const dial = dialer(proxiesOf(environment), files.tls);
  const hooks = { folder, of: hooksOf(parsed.data) };
  return unfit.length > 0 ? unfit : { profile: parsed.data, credentials, hooks, dial };
}

function isComplaints(result: LoadedProfile | readonly Complaint[]): result is readonly Complaint[] {
  return Array.isArray(result);
}

/** The position of the value, or of the nearest enclosing one. */
function offsetOf(document: Document, { way, atName }: Complaint): number {
  const parent = document.getIn(way.slice(0, -1), true);
  if (atName === true && isMap(parent)) {
    const pair = parent.items.find((item) => String(item.key) === String(way.at(-1)));
    return (pair?.key as Node | undefined)?.range?.[0] ?? 0;
  }
  for (let length = way.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(way.slice(0, length), true);
    const offset = (node as Node | undefined | null)?.range?.[0];
    if (offset !== undefined) return offset;
  }
  return 0;
}

/**
 * Reads a profile from YAML or JSON text. `file` is its name in messages, `environment` is read for `...Env`
 * properties, and relative files are below `folder`. `needsSecrets`: false where nothing will be sent. Throws a
 * ProfileProblem.
 */
export function parseProfile(
  text: string,
  file: string,
  environment: Environment,
  folder: string = dirname(file),
  needsSecrets = true,
): LoadedProfile {
  const read = boundedYaml(text, 'profile');
  if (isProblems(read)) {
    const problems = read.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    throw new ProfileProblem(problems.join('\n'));
  }
  const { document, value, lines } = read;
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const result = check(value, environment, folder, needsSecrets);
  if (!isComplaints(result)) return result;
  const placed = result.map((c) => ({ offset: offsetOf(document, c), message: oneLine(c.message) }));
  const inOrder = placed.toSorted((a, b) => a.offset - b.offset);
  throw new ProfileProblem(inOrder.map(({ offset, message }) => `${place(offset)}: ${message}`).join('\n'));
}

/** Loads a profile without text: the one of a sandbox in this process. Throws a ProfileProblem. */
export function profileOf(value: unknown, name: string, environment: Environment = {}): LoadedProfile {
  const result = check(value, environment, '.');
  if (!isComplaints(result)) return result;
  throw new ProfileProblem(result.map(({ message }) => `${name}: ${oneLine(message)}`).join('\n'));
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}
