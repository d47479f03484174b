import { errorCode, isFactual } from '../../client/exchange.ts';
import { sameAnswer } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, notProposed, pathOf } from '../../scenes/own-credential.ts';

/** The intake is out of reach for the key when its write is sent again: whoever has the answer does not ask it. */
export const materialFollowsTheJournal = check({
  id: 'cred/material-follows-the-journal',
  proves: ['CRED-10'],
  title: 'key material is stored only where the journal has no answer for the key: a replay asks no intake',
  needs: ['admin', 'trader', 'venues', 'intake', 'virtual-clock', 'control', 'writes'],

  async drive({ admin, trader, control, fixtures: { venues }, freshKey, elapse }) {
    if (venues.a === undefined) return;
    await elapse(61_000);
    // The one is taken, the other refused by the owner: both are answers.
    for (const actor of [admin, trader]) {
      const [key, body] = [freshKey(), credentialBody(venues.a, legsOfA(freshKey()))];
      const first = await actor.post('/credentials', body, { key, label: `${actor.name} first` });
      const away = await control.fault(
        { on: { edge: 'intake', key }, refuse: 'INTAKE_UNAVAILABLE' },
        { optional: true },
      );
      await actor.post('/credentials', body, { key, label: `${actor.name} again` });
      await away.remove();
      const path = pathOf(first);
      if (path !== undefined) await actor.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    if (history.maybe('admin first') === undefined) return inconclusive('the profile names no venue of family A');
    const isReplayed = (who: string): Judgement => {
      const [first, again] = [history.one(`${who} first`), history.one(`${who} again`)];
      if (!isFactual(first)) return notProposed(first);
      if (sameAnswer(again, first)) return pass;
      const asked = violated('the recorded answer: the intake is not asked', first, again);
      // The check has taken the intake away itself: that it is away is no word of a busy member.
      return errorCode(again) === 'INTAKE_UNAVAILABLE' ? { ...asked, thoughBusy: true } : asked;
    };
    return eachOf(['admin', 'trader'], isReplayed);
  },
});
