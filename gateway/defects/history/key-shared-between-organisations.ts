import type { Answer } from '../../stage.ts';
import type { Defect } from '../defect.ts';

export const keySharedBetweenOrganisations: Defect = {
  name: 'key-shared-between-organisations',
  breaks: ['IDEM-16'],
  story: "a key that another organisation has used is answered with that organisation's answer",
  stages: {
    'replay-or-attach': (good) => {
      const answers = new Map<string, { readonly orgId: number; readonly answer: Answer }>();
      return {
        ...good,
        run: async (known, proceed) => {
          const { orgId } = known.caller.user;
          const first = answers.get(known.key);
          if (first !== undefined && first.orgId !== orgId) {
            return { ...first.answer, headers: { ...first.answer.headers, 'Idempotent-Replay': 'true' } };
          }
          const answer = await good.run(known, proceed);
          if (answer.status === 201) answers.set(known.key, { orgId, answer });
          return answer;
        },
      };
    },
  },
};
