/** A small connected target without sockets, for the tests of the suite's own machinery. */
import type { RecordedResponse } from '../member/exchange/exchange.ts';
import type { Profile } from '../member/profile/profile.ts';
import { profileOf } from '../member/profile/read-profile.ts';
import type { TargetOptions } from '../member/profile/target-options.ts';
import type { WireRequest } from '../member/sending/transport.ts';
import type { Target } from '../member/target.ts';
import { connect } from '../member/target.ts';
import type { Stopwatch } from '../runner/stopwatch.ts';
import { startStopwatch } from '../runner/stopwatch.ts';

/** An answer; a string: no answer, for that reason; undefined: no answer ever. */
export type WireAnswering = (request: WireRequest) => Partial<RecordedResponse> | string | undefined;

export interface StubTarget {
  readonly target: Target;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
  /** All requests but the first one of `connect`. */
  readonly requests: readonly WireRequest[];
}

/** Not shared with other users, so that no test waits for the pace of requests. */
const ALL_ALLOWED = { requestsPerSecond: 100_000, requestsAtOnce: 100, writes: true, destructive: true };

export async function stubTarget(
  answerTo: WireAnswering,
  over: Partial<Profile> = {},
  options: Partial<TargetOptions> = {},
): Promise<StubTarget> {
  const requests: WireRequest[] = [];
  const stopwatch = startStopwatch();
  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `stub-key-${keys}`;
  };
  const profile = {
    baseUrl: 'http://stub.example',
    contract: { rest: '0.14.0' },
    principals: { trader: { token: 'token-of-the-trader' } },
    ...over,
    limits: { ...ALL_ALLOWED, ...over.limits },
  };
  const target = await connect(profileOf(profile, 'stub'), {
    stopwatch,
    freshKey,
    userAgent: 'touchstone/test',
    ...options,
    transport: {
      async send(request) {
        requests.push(request);
        const answer = answerTo(request);
        if (answer === undefined) return new Promise(() => {});
        return typeof answer === 'string' ? { failure: answer } : { status: 200, headers: [], body: '', ...answer };
      },
      close: async () => {},
    },
  });
  requests.length = 0;
  return { target, stopwatch, freshKey, requests };
}
