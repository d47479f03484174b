import type { PlatformPort } from '../../platform-port.ts';
import type { Defect } from '../defect.ts';
import { rewriteBody } from '../defect.ts';

function made(): Defect {
  /** Where the sequence stood when the process began. */
  const began = new WeakMap<PlatformPort, number>();
  let genesis = Number.POSITIVE_INFINITY;
  return {
    name: 'recovers-one-record-less',
    breaks: ['POS-08'],
    story: 'a member that was started anew reads as of the record before its last, until it hears of another',
    port(good) {
      const port = { ...good };
      began.set(port, good.head());
      genesis = Math.min(genesis, good.head());
      return port;
    },
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          const answer = await good.run(known, proceed);
          const { port, state } = known.services;
          const head = began.get(port) ?? 0;
          if (head <= genesis || state.position !== head) return answer;
          const globalSequence = `${head - 1}`;
          const headers = { ...answer.headers, 'X-Service-Global-Sequence': globalSequence };
          return rewriteBody({ ...answer, headers }, (body) =>
            body['globalSequence'] === undefined ? body : { ...body, globalSequence },
          );
        },
      }),
    },
  };
}

export const recoversOneRecordLess: Defect = made();
