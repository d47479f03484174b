import { pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import type { Statement } from '../../statement.ts';

/** T6. Every answer to a key names the same position, and no two keys share one. */
export const onePositionAKey: Statement = {
  id: 'T6',
  says: 'one key has one fact position, and no two keys share one',
  shows: ['IDEM-16', 'IDEM-19'],
  judge({ keys }) {
    const factAt = new Map<bigint, { readonly story: object; readonly by: Attempt }>();
    for (const story of keys) {
      let first: { readonly at: bigint; readonly by: Attempt } | undefined;
      for (const attempt of story.judged) {
        const at = attempt.outcome.kind === 'judged' ? attempt.outcome.position : undefined;
        if (at === undefined) continue;
        first ??= { at, by: attempt };
        if (first.at !== at) {
          return violated(`the position ${first.at} of this key's first answer`, first.by.exchange, attempt.exchange);
        }
        const known = factAt.get(at);
        if (known === undefined) factAt.set(at, { story, by: attempt });
        else if (known.story !== story) {
          return violated(`a position of its own, not that of another key`, known.by.exchange, attempt.exchange);
        }
      }
    }
    return pass;
  },
};
