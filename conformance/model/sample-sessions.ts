/** What the statements on sessions need beside the sample conversations of the runner: the clock, as it was asked. */
import { ns } from '../runner/sample-conversation.ts';
import { noted } from '../runner/sample-history.ts';
import { ASKED } from './target-clock.ts';

/** Two samples: the clock is asked, and says so many seconds. */
export function clockAt(seconds: number) {
  return [noted({ clock: ASKED }), noted({ clock: ns(seconds) })];
}
