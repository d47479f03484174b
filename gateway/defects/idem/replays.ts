/** Members that answer a retried key, and not as they should. */
import { orderJson } from '../../routes/order-row.ts';
import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';

const isReplay = (answer: Answer): boolean => answer.headers['Idempotent-Replay'] === 'true';

export const replaysTheRowAsItIsNow: Defect = {
  name: 'replays-the-row-as-it-is-now',
  breaks: ['IDEM-02'],
  story: 'a replay serves the row of today under the position of the first answer',
  stages: {
    'replay-or-attach': (good) => ({
      ...good,
      run: async (known, proceed) => {
        const answer = await good.run(known, proceed);
        if (!isReplay(answer) || answer.status !== 201) return answer;
        const { services, caller } = known;
        const { orderId } = JSON.parse(String(answer.body));
        const row = services.state.orders(caller.user.orgId).get(orderId);
        return row === undefined ? answer : { ...answer, body: orderJson(row, services) };
      },
    }),
  },
};

export const firstAnswerFlaggedAsReplay: Defect = {
  name: 'first-answer-flagged-as-replay',
  breaks: ['IDEM-03'],
  story: 'the refusal of a malformed order says that it is a replay',
  spoil: (answer, { request, path }) =>
    request.method === 'POST' && path === '/orders' && String(answer.body).includes('price: ')
      ? { ...answer, headers: { ...answer.headers, 'Idempotent-Replay': 'true' } }
      : answer,
};

export const refusalReplayedWithoutTheFlag: Defect = {
  name: 'refusal-replayed-without-the-flag',
  breaks: ['IDEM-04', 'IDEM-08'],
  story: 'a recorded tick violation is answered again as if it were judged anew',
  spoil: (answer) =>
    isReplay(answer) && answer.refused?.code === 'TICK_SIZE_VIOLATION' ? without(answer, 'Idempotent-Replay') : answer,
};

export const replayedRefusalNamesTheFirstRequest: Defect = {
  name: 'replayed-refusal-names-the-first-request',
  // That error.requestId equals the response's own header is said of every refusal (ERR-02), and of replays by name.
  breaks: ['IDEM-19', 'ERR-02'],
  story: "a replayed refusal's body carries a request id that is not its own",
  spoil: (answer) =>
    isReplay(answer) && answer.refused?.code === 'TICK_SIZE_VIOLATION'
      ? rewriteBody(answer, (body) => ({ error: { ...(body['error'] as object), requestId: 'of-the-first-request' } }))
      : answer,
};

export const settledKeyStaysAccepted: Defect = {
  name: 'settled-key-stays-accepted',
  breaks: ['IDEM-13'],
  story: 'a key that was once answered 202 is answered 202 for ever',
  stages: {
    'replay-or-attach': (good) => {
      const accepted = new Map<string, Answer>();
      return {
        ...good,
        run: async (known, proceed) => {
          const name = `${known.caller.user.orgId}/${known.key}`;
          const before = accepted.get(name);
          if (before !== undefined) return before;
          const answer = await good.run(known, proceed);
          if (answer.status === 202) accepted.set(name, answer);
          return answer;
        },
      };
    },
  },
};

export const keysKeptForEver: Defect = {
  name: 'keys-kept-for-ever',
  breaks: ['IDEM-09'],
  story: "a key's answer is never forgotten",
  limits: { keyRetentionMs: 365 * 24 * 60 * 60 * 1_000 },
};
