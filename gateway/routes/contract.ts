import { holdingTime } from '../host-work.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { OpenHandler } from './handler.ts';

/** The document that this member is held to (SVC-01): public, and no read of platform state (decisions A4, A45). */
export const getContract: OpenHandler = async ({ services }) => jsonAnswer(200, await services.contract());

/** By both versions, of which there are few: frames are made of the shapes of HTTP. */
const socketContracts = new Map<string, Uint8Array>();

/** The document of both sockets, which no other part of a member needs: its maker is loaded with the first request. */
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
