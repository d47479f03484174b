import type { Command, IfMatch } from '../facts.ts';
import type { Services } from '../services.ts';
import type { Answer, Caller, Query } from '../stage.ts';

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
  readonly ifMatch: IfMatch | true;
  readonly body: unknown;
}

/** Resolves what the request names and says what the owner is asked; throws the door's refusals. */
export type WriteHandler = (request: WriteRequest) => Command['body'] | Promise<Command['body']>;

/**
 * What a write is conditional on: its If-Match, which `*` makes unconditional (MATCH-02); without one, the version that its
 * body restates, which can mean nothing else.
 */
export function preconditionOf({ ifMatch }: Pick<WriteRequest, 'ifMatch'>, restated: number | undefined): IfMatch {
  if (ifMatch === true) return null;
  return ifMatch ?? (restated === undefined ? null : String(restated));
}
