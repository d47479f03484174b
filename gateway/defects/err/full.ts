import { Refusal } from '../../contract/refusals.ts';
import type { Command } from '../../facts.ts';
import type { PlatformPort } from '../../platform-port.ts';
import type { Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';

/** What an inbox refused is handed in again before the next look-up: it was queued after all. */
function queueing(good: PlatformPort): PlatformPort {
  let queued: readonly Command[] = [];

  async function submit(command: Command) {
    const submission = await good.submit(command);
    if (!submission.taken && submission.why === 'INBOX_FULL') queued = [...queued, command];
    return submission;
  }

  return {
    submit,
    async lookUp(orgId, key) {
      const waiting = queued;
      queued = [];
      for (const command of waiting) await submit(command);
      return good.lookUp(orgId, key);
    },
    follow: (after, apply) => good.follow(after, apply),
    head: () => good.head(),
    storeMaterial: (material) => good.storeMaterial(material),
    quotes: (instrumentId, heard) => good.quotes(instrumentId, heard),
  };
}

/** A key once refused for want of room is refused for good. */
function spending(good: Stage): Stage {
  const spent = new Map<string, Refusal>();
  return {
    ...good,
    async run(known, proceed) {
      const name = `${known.caller.user.orgId}/${known.key}`;
      const refused = spent.get(name);
      if (refused !== undefined) throw refused;
      try {
        return await good.run(known, proceed);
      } catch (reason) {
        if (reason instanceof Refusal && reason.code === 'IN_FLIGHT_FULL') spent.set(name, reason);
        throw reason;
      }
    },
  };
}

export const FULL: readonly Defect[] = [
  {
    name: 'queues-what-the-full-inbox-refused',
    breaks: ['ERR-16'],
    story: 'a write that was answered INBOX_FULL is sent all the same, later',
    port: queueing,
  },
  {
    name: 'spends-the-key-of-a-write-past-its-bound',
    breaks: ['ERR-16'],
    story: 'a key that met IN_FLIGHT_FULL once meets it ever after',
    stages: { 'replay-or-attach': spending },
  },
];
