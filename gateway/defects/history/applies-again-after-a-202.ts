import type { Defect } from '../defect.ts';

/** The platform deduplicates by key, so the second write goes out under another: the member's own journal is what fails. */
export const appliesAgainAfterA202: Defect = {
  name: 'applies-again-after-a-202',
  breaks: ['IDEM-13', 'IDEM-16'],
  story: 'a key that was answered 202 is not remembered once it has settled: its retry is a write of its own',
  stages: {
    'replay-or-attach': (good) => {
      const promised = new Set<string>();
      return {
        ...good,
        run: async (known, proceed) => {
          const { orgId } = known.caller.user;
          const name = `${orgId}/${known.key}`;
          if (promised.delete(name) && known.services.journal.settled(orgId, known.key) !== undefined) {
            const key = `${known.key}.again`;
            return good.run({ ...known, key }, (given) => proceed({ ...given, key }));
          }
          const answer = await good.run(known, proceed);
          if (answer.status === 202) promised.add(name);
          return answer;
        },
      };
    },
  },
};
