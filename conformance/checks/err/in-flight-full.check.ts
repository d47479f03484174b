import { check } from '../../runner/check.ts';
import { FILL_NEEDS, fillUntilRefused, judgeFull } from './fill-until-refused.ts';

export const inFlightFull = check({
  id: 'err/in-flight-full',
  proves: ['ERR-16'],
  title:
    "a write past the member's own bound answers 429 IN_FLIGHT_FULL, retryable true; nothing is queued, the key stays free",
  needs: FILL_NEEDS,
  // Held before the inbox a command is the member's alone.
  drive: (scene) => fillUntilRefused(scene, 'inbox'),
  judge: (history) => judgeFull(history, 'IN_FLIGHT_FULL'),
});
