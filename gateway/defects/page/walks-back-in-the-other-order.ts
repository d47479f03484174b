import { type Defect, rewriteBody } from '../defect.ts';

export const walksBackInTheOtherOrder: Defect = {
  name: 'walks-back-in-the-other-order',
  breaks: ['PAGE-08'],
  story: 'serves a page that a prevCursor leads to in ascending order',
  stages: {
    'serve-read': (good) => ({
      ...good,
      async run(known, proceed) {
        const answer = await good.run(known, proceed);
        const { cursor } = known.query;
        if (cursor === undefined || known.services.cursors.decode(cursor)?.toward !== 'previous') return answer;
        return rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as unknown[]).toReversed() }));
      },
    }),
  },
};
