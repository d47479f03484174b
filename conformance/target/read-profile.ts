/** From the text of a profile to a profile that can be used; every problem with its line and column. */
import type { Document, Node } from 'yaml';
import { isMap, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { nearest } from './nearest.ts';
import type { PrincipalName } from './principals.ts';
import { PRINCIPAL_NAMES } from './principals.ts';
import type { Profile } from './profile.ts';
import { profileSchema } from './profile.ts';

export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly clientId: string; readonly clientSecret: string };

export interface LoadedProfile {
  readonly profile: Profile;
  /** With environment variables read. In order of `PRINCIPALS`. */
  readonly credentials: ReadonlyMap<PrincipalName, Credential>;
}

/** A profile that cannot be used. `message` is one line a problem: `file:line:column: what, what to do`. */
export class ProfileProblem extends Error {
  override readonly name = 'ProfileProblem';
}

type Way = readonly PropertyKey[];
interface Complaint {
  readonly way: Way;
  readonly message: string;
  /** The complaint is about the property's name, not its value. */
  readonly atName?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

function said(way: Way): string {
  return way.map(String).join('.');
}

/** The properties that stand beside an unknown one, as the schema names them. */
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

function credentialOf(
  name: PrincipalName,
  profile: Profile,
  environment: Environment,
): { readonly credential: Credential } | Complaint {
  const entry = profile.principals[name] ?? {};
  const way = ['principals', name];
  const fromEnvironment = (property: 'tokenEnv' | 'clientSecretEnv') => {
    const variable = entry[property];
    if (variable === undefined) return undefined;
    const value = environment[variable];
    if (value !== undefined && value !== '') return value;
    return {
      way: [...way, property],
      message: `${said([...way, property])}: the environment variable ${variable} is not set`,
    };
  };
  const token = entry.token ?? fromEnvironment('tokenEnv');
  if (typeof token === 'object') return token;
  if (token !== undefined) return { credential: { kind: 'token', token } };
  const clientSecret = entry.clientSecret ?? fromEnvironment('clientSecretEnv');
  if (typeof clientSecret === 'object') return clientSecret;
  if (entry.clientId === undefined || clientSecret === undefined) {
    const message = `${said(way)}: needs clientId with clientSecret (or clientSecretEnv), or token (or tokenEnv)`;
    return { way, message };
  }
  if (profile.identity?.tokenEndpoint === undefined) {
    const message = `${said(way)}: a clientId needs identity.tokenEndpoint, where its token is fetched`;
    return { way, message };
  }
  return { credential: { kind: 'client', clientId: entry.clientId, clientSecret } };
}

function credentialsOf(profile: Profile, environment: Environment) {
  const credentials = new Map<PrincipalName, Credential>();
  const complaints: Complaint[] = [];
  for (const name of PRINCIPAL_NAMES) {
    if (profile.principals[name] === undefined) continue;
    const found = credentialOf(name, profile, environment);
    if ('credential' in found) credentials.set(name, found.credential);
    else complaints.push(found);
  }
  if (credentials.size === 0 && complaints.length === 0) {
    complaints.push({ way: ['principals'], message: 'principals: at least one is needed, such as trader' });
  }
  return { credentials, complaints };
}

function check(value: unknown, environment: Environment): LoadedProfile | readonly Complaint[] {
  const parsed = profileSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.flatMap(complaintsOf);
  const { credentials, complaints } = credentialsOf(parsed.data, environment);
  return complaints.length > 0 ? complaints : { profile: parsed.data, credentials };
}

function isComplaints(result: LoadedProfile | readonly Complaint[]): result is readonly Complaint[] {
  return Array.isArray(result);
}

/** Where the value stands, or the nearest thing around it that does. */
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
 * A profile out of YAML or JSON text. `file` is what messages call it; `environment` is read for `...Env` properties.
 * Throws a ProfileProblem.
 */
export function parseProfile(text: string, file: string, environment: Environment): LoadedProfile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw new ProfileProblem(document.errors.map((e) => `${place(e.pos[0])}: ${oneLine(e.message)}`).join('\n'));
  }
  const result = check(document.toJS({ maxAliasCount: 100 }), environment);
  if (!isComplaints(result)) return result;
  throw new ProfileProblem(result.map((c) => `${place(offsetOf(document, c))}: ${oneLine(c.message)}`).join('\n'));
}

/** A profile that was never text: the one that a sandbox of this process offers. Throws a ProfileProblem. */
export function profileOf(value: unknown, name: string, environment: Environment = {}): LoadedProfile {
  const result = check(value, environment);
  if (!isComplaints(result)) return result;
  throw new ProfileProblem(result.map(({ message }) => `${name}: ${oneLine(message)}`).join('\n'));
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}
