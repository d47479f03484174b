import { Refusal } from '../contract/refusals.ts';
import { legsOf } from '../routes/credentials.ts';
import { type Known, stage } from '../stage.ts';
import { within } from '../within.ts';

/**
 * Sends key material to the platform's intake and nowhere else: not into the command, not into a fact. It is sent once
 * the journal has no answer for the key and all of the member's checks have passed, so a replay and a refused request
 * store none (CRED-10).
 */
export const storeMaterial = stage({
  name: 'store-material',
  refuses: ['INTAKE_UNAVAILABLE', 'INTAKE_KEY_REUSED', 'RATE_LIMITED'],
  needs: ['services', 'route', 'caller', 'key', 'body', 'command'],
  gives: [],
  run({ services, route, caller, key, body, command }) {
    // Where the journal is checked later, the material is already stored (`judge-first.ts`).
    if (route.intake !== undefined && services.gates['keys.before-material']) {
      return stored({ services, caller, key, body, command });
    }
  },
});

/** @throws Refusal INTAKE_UNAVAILABLE, INTAKE_KEY_REUSED or RATE_LIMITED */
export async function stored({
  services,
  caller,
  key,
  body,
  command,
}: Pick<Known, 'services' | 'caller' | 'key' | 'body' | 'command'>): Promise<void> {
  const { port, clock, limits, surfaces } = services;
  if (!surfaces.intake) {
    throw new Refusal('INTAKE_UNAVAILABLE', 'this member stores no credentials: ask another', { forGood: true });
  }
  const { orgId } = caller.user;
  const storing = port.storeMaterial({
    orgId,
    key,
    ...legsOf(services, orgId, command, body),
    ...(services.gates['keys.before-material'] ? {} : { unasked: true }),
  });
  const waited = await within(clock, limits.writeDeadlineMs, 'intake', storing);
  const answer = waited.inTime ? waited.value : ({ stored: false, why: 'UNAVAILABLE' } as const);
  if (answer.stored) return;
  switch (answer.why) {
    case 'KEY_REUSED':
      throw new Refusal('INTAKE_KEY_REUSED', 'the intake holds other material under this key: take a fresh key');
    case 'RATE_LIMITED':
      throw new Refusal('RATE_LIMITED', 'more key material than the intake takes in a minute: nothing was stored', {
        headers: { 'Retry-After': String(answer.retryAfterS) },
      });
    case 'UNAVAILABLE':
      throw new Refusal('INTAKE_UNAVAILABLE', 'the intake does not answer: nothing was sent, retry with the same key');
  }
}
