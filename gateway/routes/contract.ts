import { holdingTime } from '../host-work.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { OpenHandler } from './handler.ts';

/** The document that this member conforms to (SVC-01): public, and no read of platform state (decisions A4, A45). */
export const getContract: OpenHandler = async ({ services }) => jsonAnswer(200, await services.contract());

/** Cached by both versions; there are few pairs. Frames use the HTTP shapes, so both versions matter. */
const socketContracts = new Map<string, Buffer>();

/**
 * The document of both sockets. Its builder is loaded with the first request, because no other part of a member needs
 * it.
 */
export const getSocketContract: OpenHandler = async ({ services }) => {
  const { clock, version, gates, socketVersion, socketGates } = services;
  const name = `${version} ${socketVersion}`;
  const known = socketContracts.get(name);
  if (known !== undefined) return jsonAnswer(200, known);
  const { socketDocument } = await holdingTime(clock, 'module loading', import('../documents/asyncapi/asyncapi.ts'));
  const document = Buffer.from(JSON.stringify(socketDocument(socketVersion, socketGates, gates)));
  socketContracts.set(name, document);
  return jsonAnswer(200, document);
};
