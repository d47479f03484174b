/** Members that go astray where another one had a key before them: behind the same address, or before they were started. */
import { Refusal } from '../../contract/refusals.ts';
import type { Services } from '../../services.ts';
import type { Answer, Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { rewriteBody } from '../defect.ts';

/** Of each process, the keys whose first answers were its own. */
function ownKeys() {
  const known = new WeakMap<Services['gates'], Set<string>>();
  return ({ services, request }: Known, answer: Answer): { readonly isAnothers: boolean } => {
    const key = String(request.headers['idempotency-key']);
    const own = known.get(services.gates) ?? new Set<string>();
    known.set(services.gates, own);
    const isReplay = answer.headers['Idempotent-Replay'] === 'true';
    if (!isReplay) own.add(key);
    return { isAnothers: isReplay && !own.has(key) };
  };
}

export const OTHER_MEMBERS_KEYS: readonly Defect[] = [
  {
    name: 'replays-anothers-refusal-as-an-older-member',
    breaks: ['VER-01'],
    story:
      'a refusal that another member answered first is replayed without requestId and retryable, as those before 0.12.0 did',
    stages: ofReplays('correlate', (answer, { isAnothers }) =>
      isAnothers && answer.status >= 400
        ? rewriteBody(answer, ({ error }) => {
            const { requestId: _, retryable: __, ...rest } = error as Record<string, unknown>;
            return { error: rest };
          })
        : answer,
    ),
  },
  {
    name: 'takes-anothers-key-for-used',
    breaks: ['VER-03'],
    story:
      'the retry of a key whose write another member took is refused IDEMPOTENCY_KEY_REUSED, so that a client gives up',
    stages: ofReplays('replay-or-attach', (answer, { isAnothers }) => {
      if (!isAnothers || answer.status >= 400) return answer;
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'the key was used by another member');
    }),
  },
];

function ofReplays(
  stage: 'correlate' | 'replay-or-attach',
  spoil: (answer: Answer, of: { readonly isAnothers: boolean }) => Answer,
): NonNullable<Defect['stages']> {
  const ownedBy = ownKeys();
  return {
    [stage]: (good) => ({
      ...good,
      async run(known, proceed) {
        const answer = await good.run(known, proceed);
        return known.request.method === 'GET' ? answer : spoil(answer, ownedBy(known, answer));
      },
    }),
  };
}
