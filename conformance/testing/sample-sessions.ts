/** Samples for the statements on sessions, in addition to the sample conversations: readings of the clock. */

import { ASKED } from '../model/target-clock.ts';
import { ns } from './sample-conversation.ts';
import { noted } from './sample-history.ts';

/** Two samples: the request for the clock, and its answer in seconds. */
export function clockAt(seconds: number) {
  return [noted({ clock: ASKED }), noted({ clock: ns(seconds) })];
}
