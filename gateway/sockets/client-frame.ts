import { JsonFault, parseStrictJson } from '../http/strict-json.ts';

/** The content of one client message. */
export type ClientFrame =
  /**
   * Not JSON, not an object, binary, or without an op: answered with op `error` and no reqId (WSS-12, decision A98).
   */
  | { readonly kind: 'unreadable'; readonly why: string }
  /** Has an op but is refused, for a number in it or for its reqId. null: no reqId that can be echoed (WSS-11). */
  | { readonly kind: 'faulty'; readonly op: string; readonly reqId: string | null; readonly why: string }
  | {
      readonly kind: 'op';
      readonly op: string;
      readonly reqId: string;
      readonly params: unknown;
      /** Unknown members of the frame. */
      readonly strange: readonly string[];
    };

/** 1 to 128 printable ASCII characters, without those that JSON escapes (WSS-11, decision A97). */
const REQ_ID = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,128}$/;
const MEMBERS = ['op', 'reqId', 'params'];

/** @param text null for a binary message. */
export function readClientFrame(text: string | null): ClientFrame {
  if (text === null) return { kind: 'unreadable', why: 'binary message: frames are JSON text' };
  let frame: unknown;
  let fault: string | undefined;
  try {
    frame = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // The text may hold a token: none of it is quoted.
    fault = error.unquoted;
    frame = error.butNumbers;
    if (frame === undefined) return { kind: 'unreadable', why: fault };
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) {
    return { kind: 'unreadable', why: 'a frame is one JSON object' };
  }
  const { op, reqId, params } = frame as Record<string, unknown>;
  if (typeof op !== 'string') return { kind: 'unreadable', why: 'op: missing, or not a string' };
  if (typeof reqId !== 'string') {
    const why = reqId === undefined ? 'missing: it names the answer' : 'not a string';
    return { kind: 'faulty', op, reqId: null, why: `reqId: ${why}` };
  }
  if (!REQ_ID.test(reqId) || !isSpeltPlainly(text)) {
    const why = 'reqId: not 1 to 128 characters of printable ASCII without escapes';
    return { kind: 'faulty', op, reqId: null, why };
  }
  // The most likely mistake of a client is an order id as a number. The refusal names the frame (T50).
  if (fault !== undefined) return { kind: 'faulty', op, reqId, why: fault };
  return { kind: 'op', op, reqId, params, strange: Object.keys(frame).filter((member) => !MEMBERS.includes(member)) };
}

/** Strings and the brackets between them, in a text that is known to be JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\]:]/gs;

/** Whether the frame's own reqId is spelt without an escape. Parsing makes `\u0061` and `a` equal. */
function isSpeltPlainly(text: string): boolean {
  if (!text.includes('\\')) return true;
  let depth = 0;
  let name = '';
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':') name = last;
    else if (depth === 1 && last === ':' && JSON.parse(name) === 'reqId') return !token.includes('\\');
    last = token;
  }
  return false;
}
