import type { RefusalCode } from '../contract/refusals.ts';
import type { OperationId } from '../contract/routes.ts';
import type { Command } from '../facts.ts';
import { OPEN_HANDLERS, READ_HANDLERS, WRITE_HANDLERS } from '../routes/handlers.ts';
import { type Known, lastStage, stage } from '../stage.ts';
import { boundResource } from '../writes/key-binding.ts';

const READ_REFUSALS: readonly RefusalCode[] = ['INVALID_CURSOR', 'NOT_SERVING', 'UNKNOWN_OPERATION', 'NOT_FOUND'];

/** Answers routes that need no caller: the contract and its page. */
export const serveOpen = lastStage({
  name: 'serve-open',
  refuses: [],
  needs: ['services', 'operation'],
  gives: [],
  run({ services, operation }) {
    return handlerOf(OPEN_HANDLERS, operation)({ services });
  },
});

/** Answers a read from the state that this member has applied. */
export const serveRead = lastStage({
  name: 'serve-read',
  refuses: READ_REFUSALS,
  needs: ['services', 'operation', 'caller', 'query', 'params'],
  gives: [],
  run({ services, operation, caller, query, params }) {
    return handlerOf(READ_HANDLERS, operation)({ services, caller, query, params });
  },
});

/** Builds a write's command: names become ids, and the principal comes from the caller, never from the body. */
export const prepare = stage({
  name: 'prepare',
  refuses: [
    'MALFORMED_REQUEST',
    'NOT_FOUND',
    'INSTRUMENT_NOT_LIVE',
    'ACCOUNT_NOT_ACTIVE',
    'VENUE_UNSUPPORTED',
    'DOCUMENT_TOO_LARGE',
    'REFERENCE_UNKNOWN_ACCOUNT',
    'REFERENCE_UNKNOWN_INSTRUMENT',
  ],
  needs: ['services', 'operation', 'route', 'caller', 'params', 'key', 'ifMatch', 'body'],
  gives: ['command'],
  async run(known) {
    return { command: await commandOf(known) };
  },
});

type Prepared = Pick<Known, 'services' | 'operation' | 'route' | 'caller' | 'params' | 'key' | 'ifMatch' | 'body'>;

/** @throws Refusal the member's refusals of the request's references */
export async function commandOf(known: Prepared): Promise<Command> {
  const { services, operation, route, caller, params, key, ifMatch, body } = known;
  const { orgId, userId } = caller.user;
  return {
    owner: route.owner ?? 'register',
    principal: { orgId, userId },
    key,
    operation: boundResource(operation, params),
    body: await handlerOf(WRITE_HANDLERS, operation)({ services, caller, params, ifMatch, body }),
  };
}

function handlerOf<Handler>(handlers: Partial<Record<OperationId, Handler>>, operation: OperationId): Handler {
  const handler = handlers[operation];
  if (handler === undefined) throw new Error(`no handler for ${operation} in this column`);
  return handler;
}
