/** Members that lose count of the attempts of one key. */
import { judgedAnswer } from '../../answers.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';

export const retryInFlightIsRefused: Defect = {
  name: 'retry-in-flight-is-refused',
  breaks: ['IDEM-05'],
  story: 'a retry does not wait for the attempt in flight: it is refused',
  stages: {
    'replay-or-attach': (good) => ({
      ...good,
      run: async (known, proceed) => {
        if (known.services.journal.claimed(known.caller.user.orgId, known.key) !== undefined) {
          throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'the key is in use');
        }
        return good.run(known, proceed);
      },
    }),
  },
};

export const retryInFlightIsAnotherWrite: Defect = {
  name: 'retry-in-flight-is-another-write',
  breaks: ['IDEM-05', 'IDEM-16'],
  story: 'a retry that finds its key in flight is sent as a write of its own',
  stages: {
    'replay-or-attach': (good) => {
      let further = 0;
      return {
        ...good,
        run: (known, proceed) => {
          if (known.services.journal.claimed(known.caller.user.orgId, known.key) === undefined)
            return good.run(known, proceed);
          further += 1;
          const key = `${known.key}.${further}`;
          return good.run({ ...known, key }, (given) => proceed({ ...given, key }));
        },
      };
    },
  },
};

export const keyOfAnotherOperationReplays: Defect = {
  name: 'key-of-another-operation-replays',
  breaks: ['IDEM-06'],
  story: 'a key used for something else is answered with what it was first used for',
  stages: {
    'replay-or-attach': (good) =>
      whenRefused(good, 'IDEMPOTENCY_KEY_REUSED', ({ services, caller, key, operation }) => {
        const { orgId, userId } = caller.user;
        const record = services.journal.settled(orgId, key);
        if (record === undefined) return undefined;
        return judgedAnswer(services, { orgId, userId, key, operation, resource: '' }, record, 'replayed');
      }),
  },
};

export const doorRefusalSpendsTheKey: Defect = {
  name: 'door-refusal-spends-the-key',
  breaks: ['IDEM-07'],
  story: 'a name that nothing holds is remembered against the key',
  stages: {
    'replay-or-attach': (good) => {
      const spent = new Map<string, Refusal>();
      return {
        ...good,
        run: async (known, proceed) => {
          const before = spent.get(known.key);
          if (before !== undefined) throw before;
          try {
            return await good.run(known, proceed);
          } catch (refusal) {
            if (
              refusal instanceof Refusal &&
              refusal.code === 'INSTRUMENT_NOT_LIVE' &&
              refusal.headers['X-Service-Global-Sequence'] === undefined
            ) {
              spent.set(known.key, refusal);
            }
            throw refusal;
          }
        },
      };
    },
  },
};

export const unreadableKeyIsAccepted: Defect = {
  name: 'unreadable-key-is-accepted',
  breaks: ['IDEM-14'],
  story: 'a key that cannot be looked up is answered 202, and leads nowhere',
  stages: {
    'replay-or-attach': (good) =>
      whenRefused(good, 'NOT_SERVING', ({ key, operation }) => ({
        status: 202,
        headers: { 'Content-Type': 'application/json; charset=utf-8', Location: `/operations/${key}` },
        body: JSON.stringify({ key, operation }),
      })),
  },
};

type Otherwise = (known: Parameters<Stage['run']>[0]) => Awaited<ReturnType<Stage['run']>> | undefined;

/** The good stage, but for one refusal: `otherwise` may answer in its place. */
function whenRefused(good: Stage, code: string, otherwise: Otherwise): Stage {
  return {
    ...good,
    run: async (known, proceed) => {
      try {
        return await good.run(known, proceed);
      } catch (refusal) {
        const answer = refusal instanceof Refusal && refusal.code === code ? otherwise(known) : undefined;
        if (answer === undefined) throw refusal;
        return answer;
      }
    },
  };
}
