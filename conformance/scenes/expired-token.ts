/** A fresh token that is used while it lives and once it has expired, up to the leeway that a member may grant (A11). */
import type { Profile } from '../member/profile/profile.ts';
import type { Scene, Waiting } from '../runner/check.ts';
import type { History } from '../runner/history.ts';
import { inconclusive, type Judgement, notExercised, pass } from '../runner/judgement.ts';

/** Covers a member whose clock is a little behind; a token may be taken up to the leeway. */
const JUST_AFTER_MS = 2_000;
/** A token within this of its end is undetermined (decision A11). */
const LEEWAY_MS = 120_000;
const BETWEEN_LOOKS_MS = 15_000;

export const ALIVE = 'while it lives';
export const EXPIRED = 'expired';
/** The shortest life that an issuer gives a token. */
const SHORTEST_LIFE_MS = 10_000;

/**
 * What a check waits for that lets a fresh token end. Where the profile does not say how long such a token lives, it lives
 * longer than a run has patience.
 * @param onMs how long the check continues after the end.
 */
export function waitsForAToken(onMs: number): Waiting {
  const forecastMs = ({ identity }: Profile) => {
    const lifeS = Number(identity?.shortLived?.['expires_in'] ?? 0);
    return lifeS > 0 ? lifeS * 1000 + onMs : 0;
  };
  return { ms: SHORTEST_LIFE_MS, for: 'a token to end', forecastMs };
}

export const WAITS_FOR_A_TOKEN = waitsForAToken(JUST_AFTER_MS);

/** One use of the token: whether the member took it, and the judgement where it has expired. */
export interface Use {
  readonly isTaken: boolean;
  readonly judgement: Judgement;
}

/** `use` sends the token under a label, and says whether it was refused. Notes: `life`, `past its end`. */
export async function useUntilRefused(
  { trader, elapse, note, patienceMs }: Scene<'trader'>,
  use: (token: string, label: typeof ALIVE | typeof EXPIRED) => Promise<boolean>,
): Promise<void> {
  const { token, lifeMs } = await trader.freshToken();
  note('life', lifeMs);
  if (lifeMs === undefined || lifeMs + JUST_AFTER_MS > patienceMs) return;
  await use(token, ALIVE);
  await elapse(lifeMs + JUST_AFTER_MS);
  const untilMs = Math.min(lifeMs + LEEWAY_MS + JUST_AFTER_MS, patienceMs);
  for (let waitedMs = lifeMs + JUST_AFTER_MS; ; waitedMs += BETWEEN_LOOKS_MS) {
    const isRefused = await use(token, EXPIRED);
    note('past its end', waitedMs - lifeMs);
    if (isRefused || waitedMs + BETWEEN_LOOKS_MS > untilMs) return;
    await elapse(BETWEEN_LOOKS_MS);
  }
}

/** `usesOf` finds the uses under a label, in order. */
export function isRefusedInTheEnd(history: History, usesOf: (label: string) => readonly Use[]): Judgement {
  const lifeMs = history.noted('life')?.value as number | undefined;
  if (lifeMs === undefined) return notExercised('nothing says how long a token of trader lives');
  const [alive] = usesOf(ALIVE);
  const needed = Math.ceil((lifeMs + LEEWAY_MS + JUST_AFTER_MS + BETWEEN_LOOKS_MS) / 1000);
  const lives = `tokens of trader live ${Math.ceil(lifeMs / 1000)} s`;
  if (alive === undefined) return notExercised(`needs --patience ${needed}s: ${lives}`);
  if (!alive.isTaken) return inconclusive('a token of trader is not taken while it lives');
  const last = usesOf(EXPIRED).at(-1);
  if (last === undefined) return inconclusive('the token was not sent once it had expired');
  if (last.judgement.verdict === 'pass') return pass;
  if (last.isTaken && (history.noted('past its end')?.value as number) < LEEWAY_MS) {
    return notExercised(`needs --patience ${needed}s: ${lives}, and a member may take one for two minutes more (A11)`);
  }
  return last.judgement;
}
