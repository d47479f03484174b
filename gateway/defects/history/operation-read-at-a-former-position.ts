import { AS_OF_HEADER, POSITION_HEADER } from '../../answers.ts';
import type { Defect } from '../defect.ts';

type State = readonly [position: string, asOf: string];

/** What it serves is consistent in itself, position and time: only that it is older than what was served before is wrong. */
export const operationReadAtAFormerPosition: Defect = {
  name: 'operation-read-at-a-former-position',
  breaks: ['POS-07'],
  story: 'GET /operations/{key} names the state that was served before the newest one',
  stages: {
    'serve-read': (good) => {
      let newest: State | undefined;
      let former: State | undefined;
      return {
        ...good,
        run: async (known, proceed) => {
          const answer = await good.run(known, proceed);
          const [position, asOf] = [answer.headers[POSITION_HEADER], answer.headers[AS_OF_HEADER]];
          if (position === undefined || asOf === undefined) return answer;
          if (position !== newest?.[0]) [former, newest] = [newest, [position, asOf]];
          if (known.operation !== 'getOperation' || former === undefined) return answer;
          return {
            ...answer,
            headers: { ...answer.headers, [POSITION_HEADER]: former[0], [AS_OF_HEADER]: former[1] },
          };
        },
      };
    },
  },
};
