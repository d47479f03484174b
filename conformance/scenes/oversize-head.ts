/** Larger than 1 MB, whichever of its two meanings a member uses (decision A63). */
export const OVERSIZE = 2 * 1024 * 1024;

/** The head of a request that announces an oversize body and sends none of it: the length alone decides the answer. */
export function oversizeHead(line: string, key: string, authorization?: '<token>'): readonly string[] {
  return [
    `${line} HTTP/1.1`,
    'Host: <host>',
    ...(authorization === undefined ? [] : [`Authorization: Bearer ${authorization}`]),
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${OVERSIZE}`,
  ];
}
