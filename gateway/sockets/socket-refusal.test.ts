import { expect, test } from 'vitest';
import type { SocketRefusalCode } from '../contract/socket-refusals.ts';
import type { SocketVersion } from '../contract/sockets.ts';
import { atVersion, SocketRefusal } from './socket-refusal.ts';

test.each<[SocketVersion, SocketRefusalCode, SocketRefusalCode]>([
  ['1.0.0', 'BACKPRESSURE', 'RATE_LIMITED'],
  ['1.1.0', 'BACKPRESSURE', 'BACKPRESSURE'],
  ['1.0.0', 'NOT_SERVING', 'NOT_PRIMED'],
  ['1.4.0', 'NOT_SERVING', 'NOT_SERVING'],
  ['1.0.0', 'INVALID_PRICE', 'MALFORMED'],
  ['1.0.0', 'TOO_MANY_TOPICS', 'TOO_MANY_TOPICS'],
])('at %s %s is given as %s, and the rest of it stays (WSS-19)', (version, code, said) => {
  const refusal = new SocketRefusal(code, 'why', { failedTopicIndex: 3 });
  const { message, retryable, more, ...rest } = atVersion(refusal, version);
  expect({ code: rest.code, message, retryable, more }).toEqual({
    code: said,
    message: 'why',
    retryable: refusal.retryable,
    more: { failedTopicIndex: 3 },
  });
});
