import { ADMISSION_VARIATIONS } from './rows/admission.ts';
import { ALGOS_VARIATIONS } from './rows/algos.ts';
import { ANSWERS_VARIATIONS } from './rows/answers.ts';
import { BODIES_VARIATIONS } from './rows/bodies.ts';
import { FRAMES_VARIATIONS } from './rows/frames.ts';
import { HTTP_AND_JSON_VARIATIONS } from './rows/http-and-json.ts';
import { KEYS_VARIATIONS } from './rows/keys.ts';
import { LIBERTIES_VARIATIONS } from './rows/liberties.ts';
import { MARKET_DATA_VARIATIONS } from './rows/market-data.ts';
import { POLICIES_VARIATIONS } from './rows/policies.ts';
import { READS_VARIATIONS } from './rows/reads.ts';
import { REGISTER_VARIATIONS } from './rows/register.ts';
import { REQUEST_VARIATIONS } from './rows/requests.ts';
import { SESSIONS_VARIATIONS } from './rows/sessions.ts';
import { SLOW_VARIATIONS } from './rows/slow.ts';
import { STRANGE_VARIATIONS } from './rows/strange.ts';
import { TICKETS_VARIATIONS } from './rows/tickets.ts';
import type { Variation } from './variation.ts';

/** Every variation, outermost first: the wire, then the content of responses, then the decisions. */
export const VARIATIONS: readonly Variation[] = [
  ...HTTP_AND_JSON_VARIATIONS,
  ...STRANGE_VARIATIONS,
  ...BODIES_VARIATIONS,
  ...LIBERTIES_VARIATIONS,
  ...ANSWERS_VARIATIONS,
  ...ADMISSION_VARIATIONS,
  ...READS_VARIATIONS,
  ...REQUEST_VARIATIONS,
  ...POLICIES_VARIATIONS,
  ...SLOW_VARIATIONS,
  ...KEYS_VARIATIONS,
  ...ALGOS_VARIATIONS,
  ...REGISTER_VARIATIONS,
  ...FRAMES_VARIATIONS,
  ...TICKETS_VARIATIONS,
  ...SESSIONS_VARIATIONS,
  ...MARKET_DATA_VARIATIONS,
];
