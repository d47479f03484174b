/** Reads the target's clock, as a judge bounds it (rules/target-time.ts). */
import type { Actor } from '../member/actor.ts';
import type { Control } from '../member/control/control.ts';
import { header } from '../member/exchange/exchange.ts';
import { ASKED_FOR_THE_TIME } from '../rules/target-time.ts';

const NS_PER_MS = 1_000_000n;

interface Hand {
  readonly trader: Actor;
  readonly control: Control | undefined;
  note(label: string, value: unknown): void;
}

/** The target's time: the control plane's, else that of the member's Date header; undefined where it sends none. */
export async function readNow({ trader, control, note }: Hand): Promise<bigint | undefined> {
  if (control !== undefined) {
    note(ASKED_FOR_THE_TIME, '');
    const { nowNs } = await control.clock();
    note('now', nowNs);
    return nowNs;
  }
  const dateMs = Date.parse(header(await trader.get('/me', { label: 'clock' }), 'date') ?? '');
  return Number.isNaN(dateMs) ? undefined : BigInt(dateMs) * NS_PER_MS;
}
