/** For tests: a principal of a sandbox who sends requests like any client. */
import { Agent, type Dispatcher, request } from 'undici';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';
import type { PrincipalName } from '../seed-data/world.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the member served
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface Conditions {
  /** A fresh one where absent. */
  readonly key?: string;
  readonly ifMatch?: string;
}

/** A sandbox that ends with the test. */
export async function sandboxOf(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close({ idleGraceMs: 0, deadlineMs: 0 }));
  return sandbox;
}

/** Keys belong to an organisation: two callers of one share none. */
let keys = 0;

export class Caller {
  readonly #sandbox: Sandbox;
  /** Kept: capabilities are looked up at each request, under the same token. */
  readonly #token: string;
  readonly #connections: Dispatcher | undefined;

  constructor(sandbox: Sandbox, token: string, connections?: Dispatcher) {
    this.#sandbox = sandbox;
    this.#token = token;
    this.#connections = connections;
  }

  /** The same token on another sandbox at the same address, without the connections to the former. */
  at(sandbox: Sandbox): Caller {
    return new Caller(sandbox, this.#token, new Agent());
  }

  get(path: string): Promise<Answered> {
    return this.#send('GET', path, {});
  }

  /** @param body undefined sends none. */
  post(path: string, body?: unknown, conditions?: Conditions): Promise<Answered> {
    return this.#write('POST', path, body, conditions);
  }

  put(path: string, body?: unknown, conditions?: Conditions): Promise<Answered> {
    return this.#write('PUT', path, body, conditions);
  }

  /** A BUY that rests, for the account with this name. */
  order(account: string): Promise<Answered> {
    return this.post('/orders', { account, instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1' });
  }

  #write(method: 'POST' | 'PUT', path: string, body: unknown, { key, ifMatch }: Conditions = {}): Promise<Answered> {
    keys += 1;
    const headers = {
      'idempotency-key': key ?? `caller-key-${keys}`,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    return this.#send(method, path, headers, body);
  }

  async #send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Answered> {
    const answer = await request(this.#sandbox.baseUrl + path, {
      method,
      ...(this.#connections && { dispatcher: this.#connections }),
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) };
  }
}

/** The status of an answer and the code of its refusal. */
export const codeOf = ({ status, body }: Pick<Answered, 'status' | 'body'>): readonly [number, string | undefined] => [
  status,
  body.error?.code,
];

/** A sandbox that ends with the test, with a caller for each principal of its profile. */
export type Desk = Readonly<Record<PrincipalName, Caller>> & { readonly sandbox: Sandbox };

export async function deskOf(options: SandboxOptions = {}): Promise<Desk> {
  const sandbox = await sandboxOf(options);
  const names = Object.keys(sandbox.profile.principals) as PrincipalName[];
  const callers = await Promise.all(names.map(async (name) => [name, await callerOf(sandbox, name)] as const));
  return { sandbox, ...(Object.fromEntries(callers) as Record<PrincipalName, Caller>) };
}

/** A request to the control plane; a POST without a body sends none. */
export async function control(
  { controlUrl }: Pick<Sandbox, 'controlUrl'>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Pick<Answered, 'status' | 'body'>> {
  const stated =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(controlUrl + path, { method, ...stated });
  return { status: answer.status, body: await answer.json() };
}

export async function tokenOf({ issuer }: Pick<Sandbox, 'issuer'>, name: PrincipalName): Promise<string> {
  const persona = issuer.personas.named(name);
  if (persona === undefined) throw new Error(`no persona ${name}`);
  return issuer.issue(persona);
}

/** A principal of the profile. */
export async function callerOf(sandbox: Sandbox, name: PrincipalName): Promise<Caller> {
  return new Caller(sandbox, await tokenOf(sandbox, name));
}

/** A caller with any organisation and subject in the token. */
export function stranger(sandbox: Sandbox, externalOrgId: string, subject: string): Caller {
  const persona = sandbox.issuer.personas.named('admin');
  if (persona === undefined) throw new Error('no persona admin');
  return new Caller(sandbox, sandbox.issuer.mint(persona, { claims: { org_id: externalOrgId, sub: subject } }));
}
