import { malformed } from '../contract/refusals.ts';
import type { CreateCredentialBody, RotateCredentialBody } from '../contract/shapes/credentials.ts';
import { venueOf } from '../contract/venues.ts';
import type { Command } from '../facts.ts';
import { holdingTime } from '../host-work.ts';
import type { Material } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { requireConnector } from './connector.ts';
import type { WriteHandler } from './handler.ts';
import { createOf, heldRow, moveOf, restateOf } from './register.ts';

const create = createOf('credentials');
const rotate = moveOf('credentials', 'rotate');
const amend = restateOf('credentials');

/** Builds the command that proposes a credential; throws VENUE_UNSUPPORTED without a connector. */
export const createCredential: WriteHandler = (request) => {
  const { exchangeId, canTrade } = request.body as CreateCredentialBody;
  requireConnector(request.services, exchangeId);
  requireTrade(request.services, exchangeId, canTrade);
  return create(request);
};

/** Builds the command that proposes other terms of a credential. */
export const amendCredential: WriteHandler = (request) => {
  const { canTrade } = request.body as { readonly canTrade?: boolean };
  requireTrade(request.services, heldRow(request, 'credentials').exchangeId, canTrade);
  return amend(request);
};

/** Older members refuse a credential of family B that only reads balances (CRED-09). */
function requireTrade({ gates }: Services, exchangeId: number, canTrade: boolean | undefined): void {
  if (canTrade !== false || gates['credentials.balances-only'] || venueOf(exchangeId)?.family !== 'B') return;
  throw malformed(`canTrade: a credential of venue ${exchangeId} trades`);
}

/** New material must have the legs of the credential's venue. The shapes are already loaded, with the body. */
export const rotateCredential: WriteHandler = async (request) => {
  const loading = import('../contract/shapes/credentials.ts');
  const { legsFault } = await holdingTime(request.services.clock, 'module loading', loading);
  const { exchangeId } = heldRow(request, 'credentials');
  requireConnector(request.services, exchangeId);
  const fault = legsFault(exchangeId, (request.body as RotateCredentialBody).material);
  if (fault !== undefined) throw malformed(fault);
  return rotate(request);
};

/** The material of a write's body, and its venue. */
export function legsOf(
  { state }: Services,
  orgId: number,
  command: Command,
  body: unknown,
): Pick<Material, 'exchangeId' | 'legs'> {
  const { material: legs, exchangeId } = body as Partial<CreateCredentialBody> & RotateCredentialBody;
  if (exchangeId !== undefined) return { exchangeId, legs };
  const id = 'id' in command.body ? command.body.id : 0;
  return { exchangeId: state.register.rows('credentials', orgId).get(String(id))?.exchangeId ?? 0, legs };
}
