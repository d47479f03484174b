import { IN_ANSWERS } from './in-answers.ts';
import { IN_CHOICES_OF_ADMISSION } from './in-choices-of-admission.ts';
import { IN_CHOICES_OF_ALGOS } from './in-choices-of-algos.ts';
import { IN_CHOICES_OF_KEYS } from './in-choices-of-keys.ts';
import { IN_CHOICES_OF_MARKET_DATA } from './in-choices-of-market-data.ts';
import { IN_CHOICES_OF_POLICIES } from './in-choices-of-policies.ts';
import { IN_CHOICES_OF_READS } from './in-choices-of-reads.ts';
import { IN_CHOICES_OF_SESSIONS } from './in-choices-of-sessions.ts';
import { IN_CHOICES_OF_THE_REGISTER } from './in-choices-of-the-register.ts';
import { IN_FRAMES } from './in-frames.ts';
import { IN_TICKETS } from './in-tickets.ts';
import { ON_THE_WIRE } from './on-the-wire.ts';
import type { Variation } from './variation.ts';

/** Every variation, outermost first: how it is spelt, what it says beside, what was decided. */
export const VARIATIONS: readonly Variation[] = [
  ...ON_THE_WIRE,
  ...IN_ANSWERS,
  ...IN_CHOICES_OF_ADMISSION,
  ...IN_CHOICES_OF_READS,
  ...IN_CHOICES_OF_POLICIES,
  ...IN_CHOICES_OF_KEYS,
  ...IN_CHOICES_OF_ALGOS,
  ...IN_CHOICES_OF_THE_REGISTER,
  ...IN_FRAMES,
  ...IN_TICKETS,
  ...IN_CHOICES_OF_SESSIONS,
  ...IN_CHOICES_OF_MARKET_DATA,
];
