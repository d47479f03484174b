/** Requests that can be refused before Node's parser sees them: whole in one piece, and of no effect on their connection. */
import type { RequestHead } from '../../gateway/http/turn-away.ts';

const HEAD_END = '\r\n\r\n';
const WELL_FORMED = /^[A-Z]+ \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[\t -~]*)+$/;
/** How the connection goes on, or which world is meant, depends on these. */
const OF_THE_CONNECTION =
  /\r\n(?:connection|expect|upgrade|transfer-encoding|touchstone-[a-z-]+|x-touchstone-[a-z-]+):/i;
const HOST = /\r\nhost:/i;
const LENGTH = /\r\ncontent-length:[ \t]*([0-9]+)[ \t]*(?=\r|$)/gi;
const ANY_LENGTH = /\r\ncontent-length:/gi;

/** Whether Node's parser passes on all of a head, which has no line end behind it. */
export function isSimpleHead(head: string): boolean {
  return WELL_FORMED.test(head) && !OF_THE_CONNECTION.test(head) && HOST.test(head);
}

/** undefined: this is not exactly one simple request. */
export function simpleRequest(bytes: Buffer): RequestHead | undefined {
  const headBytes = bytes.indexOf(HEAD_END);
  if (headBytes < 0) return undefined;
  const head = bytes.toString('latin1', 0, headBytes);
  if (!isSimpleHead(head)) return undefined;
  const lengths = [...head.matchAll(LENGTH)];
  if (lengths.length > 1 || lengths.length !== (head.match(ANY_LENGTH)?.length ?? 0)) return undefined;
  const [method = '', target = ''] = head.split(' ', 2);
  const isWhole = headBytes + HEAD_END.length + Number(lengths[0]?.[1] ?? 0) === bytes.length;
  return isWhole && method !== 'HEAD' && method !== 'CONNECT' ? { method, target, head } : undefined;
}
