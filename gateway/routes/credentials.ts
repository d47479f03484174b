import { malformed } from '../contract/refusals.ts';
import type { CreateCredentialBody, RotateCredentialBody } from '../contract/shapes/credentials.ts';
import type { Command } from '../facts.ts';
import type { Material } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { requireConnector } from './connector.ts';
import type { WriteHandler } from './handler.ts';
import { createOf, heldRow, moveOf } from './register.ts';

const create = createOf('credentials');
const rotate = moveOf('credentials', 'rotate');

export const createCredential: WriteHandler = (request) => {
  requireConnector((request.body as CreateCredentialBody).exchangeId);
  return create(request);
};

/** New material has the legs of the venue that the credential is for. The shapes are loaded by now, with the body. */
export const rotateCredential: WriteHandler = async (request) => {
  const { legsFault } = await import('../contract/shapes/credentials.ts');
  const { exchangeId } = heldRow(request, 'credentials');
  const fault = legsFault(exchangeId, (request.body as RotateCredentialBody).material);
  if (fault !== undefined) throw malformed(fault);
  return rotate(request);
};

/** The material of a write's body, and the venue that it is for. */
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
