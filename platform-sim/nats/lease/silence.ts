/** The silence of the NATS server towards the holder of the lease, for a line to the user and for its health. */
import type { Timer } from '../../../gateway/platform-port.ts';
import type { HeldLeaseOptions } from './held-lease.ts';

/** A restart of the server within this time is not reported. */
const SILENT_MS = 1_500;

export interface Silence {
  /** undefined: the server answers, or has been silent for no longer than a restart takes. */
  trouble(): string | undefined;
  begin(): void;
  end(): void;
  stop(): void;
}

/** Reports a server that does not answer for longer than a restart takes. */
export function silenceOf({ nc, clock, said }: HeldLeaseOptions): Silence {
  const server = nc.getServer();
  let sinceNs: bigint | undefined;
  let isReported = false;
  const line = `NATS does not answer at ${server}: nothing is sequenced until it does`;
  let timer: Timer | undefined;

  function stop(): void {
    timer?.cancel();
    timer = undefined;
    sinceNs = undefined;
  }

  return {
    trouble: () => (isReported ? line : undefined),
    begin() {
      if (sinceNs !== undefined) return;
      sinceNs = clock.nowNs();
      timer = clock.after(SILENT_MS, 'silence of NATS', () => {
        isReported = true;
        said?.(line);
      });
    },
    end() {
      const seconds = Math.round(Number(clock.nowNs() - (sinceNs ?? clock.nowNs())) / 1e9);
      if (isReported) said?.(`NATS answers again after ${seconds} s: this process is still the active one`);
      isReported = false;
      stop();
    },
    stop,
  };
}
