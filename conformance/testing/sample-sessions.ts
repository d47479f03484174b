/** What the statements on sessions need beside the sample conversations of the runner: the clock, as it was asked. */

import { ASKED } from '../model/target-clock.ts';
import { ns } from './sample-conversation.ts';
import { noted } from './sample-history.ts';

/** Two samples: the clock is asked, and says so many seconds. */
export function clockAt(seconds: number) {
  return [noted({ clock: ASKED }), noted({ clock: ns(seconds) })];
}
