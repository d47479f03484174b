import type { Caller } from '../caller.ts';
import type { Command, IfMatch } from '../facts.ts';
import type { Services } from '../services.ts';
import type { Answer, Query } from '../stage.ts';

/** The arguments of a read handler. */
export interface ReadRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
}

export type ReadHandler = (request: ReadRequest) => Answer | Promise<Answer>;

export type OpenHandler = (request: Pick<ReadRequest, 'services'>) => Answer | Promise<Answer>;

/** The arguments of a write handler: `body` has the route's shape. */
export interface WriteRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly ifMatch: IfMatch;
  readonly body: unknown;
}

/** Resolves the names in a request and builds the owner's command; throws the member's refusals. */
export type WriteHandler = (request: WriteRequest) => Command['body'] | Promise<Command['body']>;
