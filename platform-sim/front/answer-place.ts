/** The place of an answer for fault rules of the edge `answer`: what its request states, verified or not. */
import type { IncomingMessage } from 'node:http';
import { type OperationId, ROUTES, routeOf } from '../../gateway/contract/routes.ts';
import type { CommandBody } from '../../gateway/facts.ts';
import type { Where } from '../faults/match.ts';
import { routePathOf } from '../faults/route-paths.ts';

/** Each property is computed when a rule reads it, so a sandbox without faults computes none. */
export class AnswerPlace implements Where {
  readonly member: string;
  readonly #request: IncomingMessage;
  readonly #orgIdOf: (externalOrgId: string) => number | undefined;

  /** @param orgIdOf the register key of the organisation that a token names */
  constructor(request: IncomingMessage, member: string, orgIdOf: (externalOrgId: string) => number | undefined) {
    this.#request = request;
    this.member = member;
    this.#orgIdOf = orgIdOf;
  }

  get method(): string | undefined {
    return this.#request.method;
  }

  /** The route's path, not the request's, which may contain a secret by mistake. */
  get path(): string | undefined {
    const { method, url = '' } = this.#request;
    return routePathOf(url.split('?', 1)[0] ?? '', method);
  }

  get command(): string | undefined {
    const { method, url = '' } = this.#request;
    const [path = ''] = url.split('?', 1);
    return WRITES.find((write) => write.method === method && write.path.test(path))?.command;
  }

  get org(): number | undefined {
    const externalOrgId = orgClaim(this.#request.headers.authorization ?? '');
    return externalOrgId === undefined ? undefined : this.#orgIdOf(externalOrgId);
  }

  get key(): string | undefined {
    const key = this.#request.headers['idempotency-key'];
    return typeof key === 'string' ? key : undefined;
  }
}

/** The command that a member sends to the owner for each write; register routes have it in their path. */
const COMMANDS = {
  submitOrder: 'submit',
  cancelOrder: 'cancel',
  createAlgoInstance: 'create-instance',
  putAlgoConfig: 'propose-config',
  startAlgoInstance: 'start',
  stopAlgoInstance: 'stop',
  deleteAlgoInstance: 'delete',
  haltAlgos: 'halt-instances',
} as const satisfies Partial<Record<OperationId, CommandBody['kind']>>;

interface Write {
  readonly method: string;
  readonly path: RegExp;
  readonly command: string | undefined;
}

const WRITES: readonly Write[] = (Object.keys(ROUTES) as OperationId[])
  .map((operation) => ({ operation, route: routeOf(operation) }))
  .filter(({ route }) => route.column === 'write')
  .map(({ operation, route: { method, path, family } }) => ({
    method,
    path: new RegExp(`^${path.replaceAll(/:[a-z]+/g, '[^/]+')}$`),
    command:
      family === undefined ? (COMMANDS as Partial<Record<OperationId, string>>)[operation] : kindOf(method, path),
  }));

function kindOf(method: string, path: string): string {
  const [, , , arm] = path.split('/');
  return arm ?? (method === 'PUT' ? 'restate' : 'create');
}

function orgClaim(authorization: string): string | undefined {
  const payload = /^bearer [^.]*\.([^.]*)\./i.exec(authorization)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly org_id?: unknown } | null;
    return typeof claims?.org_id === 'string' ? claims.org_id : undefined;
  } catch {
    return undefined;
  }
}
