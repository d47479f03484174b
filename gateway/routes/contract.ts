import { jsonAnswer } from '../answers.ts';
import type { OpenHandler } from './handler.ts';

/** The document that this member is held to (SVC-01): public, and no read of platform state (decisions A4, A45). */
export const getContract: OpenHandler = async ({ services }) => jsonAnswer(200, await services.contract());
