import { check } from '../../runner/check.ts';
import { FILL_NEEDS, fillUntilRefused, judgeFull } from './fill-until-refused.ts';

export const inboxFull = check({
  id: 'err/inbox-full',
  proves: ['ERR-16'],
  title: "a write past the owner's inbox answers 429 INBOX_FULL, retryable true; nothing is queued, the key stays free",
  needs: FILL_NEEDS,
  // Held at the verdict a command keeps its place in the inbox.
  drive: (scene) => fillUntilRefused(scene, 'verdict'),
  judge: (history) => judgeFull(history, 'INBOX_FULL'),
});
