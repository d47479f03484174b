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

export type OperationId = keyof Operations;

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
  readonly [Name in OperationId]: (
    ...given: Given<(typeof OPERATIONS)[Name], Operations[Name]['takes']>
  ) => Promise<Operations[Name]['answers']>;
};

/** The parts of a request: path parameters by name, and the query or the JSON body. */
export interface OperationParts {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, string | number>> | undefined;
  readonly body?: unknown;
}

export type ControlPlane = ControlOperations & {
  /** Calls an operation whose id is known only at run time. Rejects as the operation's own method. */
  operate(id: OperationId, parts: OperationParts): Promise<unknown>;
  close(): Promise<void>;
};

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
  const plane: Record<string, unknown> = {
    operate: (id: OperationId, { params = {}, query, body }: OperationParts) => {
      const [method = '', template = ''] = OPERATIONS[id].split(' ');
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${params[name]}`));
      return send(transport, method, path, method === 'GET' ? query : body);
    },
    close: () => transport.close(),
  };
  for (const { id, method, template } of ROUTES) {
    plane[id] = (...given: readonly unknown[]) => {
      const rest = [...given];
      const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(`${rest.shift()}`));
      return send(transport, method, path, rest.shift());
    };
  }
  return plane as ControlPlane;
}

/** @param stated the query of a GET, and the body of any other method */
async function send(transport: Transport, method: string, below: string, stated: unknown): Promise<unknown> {
  const body = method === 'GET' || stated === undefined ? null : JSON.stringify(stated);
  const query =
    method === 'GET' && stated !== undefined ? `?${new URLSearchParams(stated as Record<string, string>)}` : '';
  const headers = body === null ? [] : ['Content-Type', 'application/json'];
  const path = below + query;
  const answer = await transport.send({ method, path, headers, body, timeoutMs: TIMEOUT_MS });
  if ('failure' in answer) throw new Unreached(`control plane: ${method} ${path}: ${answer.failure}`);
  // What is not ready says so, and why: that is an answer.
  const isAnswer = answer.status < 300 || (answer.status === 503 && /^\s*\{"ready":false\b/.test(answer.body));
  if (!isAnswer) throw refusal(`${method} ${path}`, answer.status, answer.body);
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
