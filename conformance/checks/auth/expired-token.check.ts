import { isOk, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive, notExercised, pass } from '../../runner/judgement.ts';

/** By then a token has ended for a clock that is a little behind; it may be taken up to the leeway. */
const JUST_AFTER_MS = 2_000;
/** A token within this of its end is undetermined (decision A11). */
const LEEWAY_MS = 120_000;
const BETWEEN_LOOKS_MS = 15_000;
/** The shortest life that an issuer gives a token. */
const SHORTEST_MS = 10_000;

export const expiredToken = check({
  id: 'auth/expired-token',
  proves: ['AUTH-02'],
  title: 'a token that was served answers 401 once it has expired',
  needs: ['trader'],
  waits: { ms: SHORTEST_MS, for: 'a token to end' },

  async drive({ trader, elapse, note, patienceMs }) {
    const { token, lifeMs } = await trader.freshToken();
    note('life', lifeMs);
    note('patience', patienceMs);
    if (lifeMs === undefined || lifeMs + JUST_AFTER_MS > patienceMs) return;
    await trader.get('/me', { token, label: 'while it lives' });
    await elapse(lifeMs + JUST_AFTER_MS);
    const untilMs = Math.min(lifeMs + LEEWAY_MS + JUST_AFTER_MS, patienceMs);
    for (let waitedMs = lifeMs + JUST_AFTER_MS; ; waitedMs += BETWEEN_LOOKS_MS) {
      const answer = await trader.get('/me', { token, label: 'expired' });
      note('past its end', waitedMs - lifeMs);
      if (status(answer) === 401 || waitedMs + BETWEEN_LOOKS_MS > untilMs) return;
      await elapse(BETWEEN_LOOKS_MS);
    }
  },

  judge(history) {
    const lifeMs = history.noted('life')?.value as number | undefined;
    const alive = history.maybe('while it lives');
    if (lifeMs === undefined) return notExercised('nothing says how long a token of trader lives');
    const needed = Math.ceil((lifeMs + LEEWAY_MS + JUST_AFTER_MS + BETWEEN_LOOKS_MS) / 1000);
    const lives = `tokens of trader live ${Math.ceil(lifeMs / 1000)} s`;
    if (alive === undefined) return notExercised(`needs --patience ${needed}s: ${lives}`);
    if (!isOk(alive)) return inconclusive('a token of trader is not served while it lives');
    const last = history.labelled('expired').at(-1);
    if (last === undefined) return inconclusive('the token was not sent once it had expired');
    if (status(last) === 401) return pass;
    if (isOk(last) && (history.noted('past its end')?.value as number) < LEEWAY_MS) {
      return notExercised(
        `needs --patience ${needed}s: ${lives}, and a member may take one for two minutes more (A11)`,
      );
    }
    return expects(last, { status: 401 }, 'the token has expired');
  },
});
