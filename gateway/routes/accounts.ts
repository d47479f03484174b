import { requireConnector } from './connector.ts';
import type { WriteHandler } from './handler.ts';
import { createOf } from './register.ts';

const create = createOf('accounts');

/** Creates an account; throws VENUE_UNSUPPORTED if the venue has no connector. */
export const createAccount: WriteHandler = (request) => {
  requireConnector(request.services, (request.body as { readonly exchangeId: number }).exchangeId);
  return create(request);
};
