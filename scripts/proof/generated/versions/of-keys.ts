import { legsOfA } from '../../../../gateway/testing/sample-material.ts';
import { type Change, seen } from './change.ts';

const REPLAYED = { status: 201, placed: true, replayed: true };

/** 0.11.2 to 0.11.4: what comes ahead of a key, and what becomes of one that cannot be looked up. */
export const KEY_CHANGES: readonly Change[] = [
  {
    at: '0.11.2',
    gate: 'keys.before-names',
    what: 'a retry of an order whose account has another name by now',
    from: '0.5.0',
    see: async (member, { landmarks }) =>
      seen(await member.write('POST', '/orders', landmarks.renamedBody, { as: 'trader', key: landmarks.renamedKey })),
    before: { status: 422, code: 'ACCOUNT_NOT_ACTIVE' },
    since: { status: 422, code: 'CREDENTIAL_UNAVAILABLE', placed: true, replayed: true },
  },
  {
    at: '0.11.3',
    gate: 'keys.before-material',
    what: 'retries of a credential: as it was, with other material, and while the intake is away',
    async see(member, { landmarks, world }) {
      const { credentialBody, credentialKey: key } = landmarks;
      const retried = async (body: object) => seen(await member.write('POST', '/credentials', body, { key }));
      const { repeated } = world.sample.platform.intakeCounts();
      const same = await retried(credentialBody);
      const stored = world.sample.platform.intakeCounts().repeated - repeated;
      const other = await retried({ ...credentialBody, material: legsOfA() });
      const { id } = world.sample.faults.add({ on: { edge: 'intake' }, refuse: 'INTAKE_UNAVAILABLE' });
      const away = await retried(credentialBody);
      world.sample.faults.remove(id);
      return { same, stored, other, away };
    },
    before: {
      same: REPLAYED,
      stored: 1,
      other: { status: 409, code: 'INTAKE_KEY_REUSED' },
      away: { status: 503, code: 'INTAKE_UNAVAILABLE' },
    },
    since: { same: REPLAYED, stored: 0, other: REPLAYED, away: REPLAYED },
  },
  {
    at: '0.11.4',
    gate: 'keys.stalled-look-up',
    what: 'a write of a member that cannot look its key up, and what is known of it later',
    async see(member, { world }) {
      const key = world.key();
      const { id } = world.sample.faults.add({ on: { edge: 'look-up', key }, hold: 'stalled' });
      const answer = await world.passing(member.order({}, key));
      world.sample.faults.release('stalled');
      world.sample.faults.remove(id);
      const { location } = answer.headers;
      return [seen(answer), location?.endsWith(key), (await member.get(`/operations/${key}`)).status];
    },
    before: [{ status: 202 }, true, 404],
    since: [{ status: 503, code: 'NOT_SERVING' }, undefined, 404],
  },
];
