/**
 * What the clients of the mixed soak do, one row a kind: how often, and the request. A lane's actions are drawn from its own
 * stream of the seed, so that the same seed gives the same mix, however fast the machine is.
 */
import { createSeed, type Random } from '../../../../platform-sim/seed.ts';
import { OWN_KEY } from '../kill/oracle.ts';

/** A request as it is drawn; what depends on earlier answers is resolved when it is sent (`client.ts`). */
export interface Action {
  readonly kind: Kind;
  /** For a write: unique in the run. */
  readonly key: string;
  /** Picks one of the lane's earlier writes. */
  readonly earlier: number;
  readonly side: 'BUY' | 'SELL';
  readonly qty: string;
  /** Before the next action. */
  readonly pauseMs: number;
}

const WEIGHTS = {
  place: 30,
  repeat: 6,
  'place-malformed': 3,
  cancel: 6,
  'read-order': 20,
  'read-unknown': 3,
  'list-orders': 8,
  'list-executions': 5,
  'list-accounts': 5,
  'read-me': 9,
  'trading-session': 4,
  'without-token': 1,
} as const;

type Kind = keyof typeof WEIGHTS;

const KINDS = Object.entries(WEIGHTS) as [Kind, number][];
const TOTAL = KINDS.reduce((sum, [, weight]) => sum + weight, 0);
const MOST_PAUSE_MS = 20;

export function* actionsOf(seed: number, lane: string): Generator<Action, never> {
  const random = createSeed(seed).fresh(`mixed/${lane}`);
  for (let n = 1; ; n += 1) {
    yield {
      kind: kindOf(random),
      key: `${OWN_KEY}${seed}-${lane}-${n}`,
      earlier: random.uint32(),
      side: random.pick(['BUY', 'SELL']),
      qty: `${random.int(1, 900)}.0000`,
      pauseMs: random.int(0, MOST_PAUSE_MS),
    };
  }
}

function kindOf(random: Random): Kind {
  let left = random.int(1, TOTAL);
  for (const [kind, weight] of KINDS) {
    left -= weight;
    if (left <= 0) return kind;
  }
  throw new Error('a draw within the weights has a row');
}
