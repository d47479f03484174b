import type { Caller } from '../caller.ts';
import type { Command, IfMatch } from '../facts.ts';
import type { Services } from '../services.ts';
import type { Answer, Query } from '../stage.ts';

/** What a read's handler is given. */
export interface ReadRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
}

export type ReadHandler = (request: ReadRequest) => Answer | Promise<Answer>;

export type OpenHandler = (request: Pick<ReadRequest, 'services'>) => Answer | Promise<Answer>;

/** What a write's handler is given: `body` has the route's shape. */
export interface WriteRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly ifMatch: IfMatch;
  readonly body: unknown;
}

/** Resolves what the request names and says what the owner is asked; throws the door's refusals. */
export type WriteHandler = (request: WriteRequest) => Command['body'] | Promise<Command['body']>;
