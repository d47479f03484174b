/**
 * A typed client for the control plane of a sandbox, derived from the control plane's own document: one method for each
 * operation. The suite and the player use no other access to it.
 *
 *     await plane.deployMember('m1', { surfaces: { algos: false } });
 *     const { items } = await plane.readJournal({ limit: '10' });
 */
import type { Transport } from '../sending/transport.ts';
import { Unreached } from '../sending/unreached.ts';
import type { Operations } from './operations.gen.ts';
import { OPERATIONS } from './operations.gen.ts';

type Id = keyof Operations;

/** One string for each `{parameter}` of a path. */
type Parameters<Path> = Path extends `${string}{${string}}${infer Rest}`
  ? [parameter: string, ...Parameters<Rest>]
  : [];

/** The body or the query: absent, optional or required. */
type Stated<Takes, Part extends keyof Takes> = [NonNullable<Takes[Part]>] extends [never]
  ? []
  : undefined extends Takes[Part]
    ? [stated?: NonNullable<Takes[Part]>]
    : [stated: Takes[Part]];

interface Takes {
  readonly body?: unknown;
  readonly query?: unknown;
}

type Given<Path, What extends Takes> = [...Parameters<Path>, ...Stated<What, 'body'>, ...Stated<What, 'query'>];

/**
 * Each operation by its id: takes the path parameters in order, then the body or query. Rejects with ControlRefused or
 * Unreached.
 */
export type ControlOperations = {
  readonly [Name in Id]: (
    ...given: Given<(typeof OPERATIONS)[Name], Operations[Name]['takes']>
  ) => Promise<Operations[Name]['answers']>;
};

export type ControlPlane = ControlOperations & { close(): Promise<void> };

/** The control plane refused the operation; the message says why. */
export class ControlRefused extends Unreached {
  override readonly name = 'ControlRefused';
  readonly status: number;
  /** `NOT_FOUND`, `CLOCK_IS_REAL` and similar; undefined where the response is not the control plane's. */
  readonly code: string | undefined;

  constructor(line: string, status: number, code: string | undefined, message: string) {
    super(`control plane: ${line} answered ${status} ${message}`);
    this.status = status;
    this.code = code;
  }
}

const TIMEOUT_MS = 120_000;

interface Route {
  readonly id: string;
  readonly method: string;
  readonly template: string;
}

const ROUTES = Object.entries(OPERATIONS).map(([id, line]): Route => {
  const [method = '', template = ''] = line.split(' ');
  return { id, method, template };
});

/** The client on a transport to the control plane's base address. Each check has one, so making it is little work. */
export function controlPlane(transport: Transport): ControlPlane {
  const plane: Record<string, unknown> = { close: () => transport.close() };
  for (const route of ROUTES) plane[route.id] = (...given: readonly unknown[]) => operate(transport, route, given);
  return plane as ControlPlane;
}

async function operate(transport: Transport, { method, template }: Route, given: readonly unknown[]): Promise<unknown> {
  const rest = [...given];
  const below = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(`${rest.shift()}`));
  const stated = rest.shift();
  const body = method === 'GET' || stated === undefined ? null : JSON.stringify(stated);
  const query =
    method === 'GET' && stated !== undefined ? `?${new URLSearchParams(stated as Record<string, string>)}` : '';
  const headers = body === null ? [] : ['Content-Type', 'application/json'];
  const path = below + query;
  const answer = await transport.send({ method, path, headers, body, timeoutMs: TIMEOUT_MS });
  if ('failure' in answer) throw new Unreached(`control plane: ${method} ${path}: ${answer.failure}`);
  if (answer.status >= 300) throw refusal(`${method} ${path}`, answer.status, answer.body);
  if (answer.body === '') return undefined;
  const isJson = answer.headers.some(([name, value]) => /^content-type$/i.test(name) && /[/+]json\b/.test(value));
  return isJson ? JSON.parse(answer.body) : answer.body;
}

function refusal(line: string, status: number, body: string): ControlRefused {
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly code?: string; readonly message?: string } };
    return new ControlRefused(line, status, error?.code, error?.message ?? '');
  } catch {
    return new ControlRefused(line, status, undefined, '');
  }
}
