/** The silence of the NATS server towards the holder of the lease, for a line to the user and for its health. */
import type { Timer } from '../../../gateway/platform-port.ts';
import type { HeldLeaseOptions } from './held-lease.ts';

/** A restart of the server within this time is not reported. */
const SILENT_MS = 1_500;

export interface Silence {
  /** As the line for the user states it; undefined: the server stores, or has been silent for no longer than a restart takes. */
  trouble(): string | undefined;
  begin(): void;
  /** The server answers, and stores nothing. */
  because(why: string): void;
  end(): void;
  stop(): void;
}

/** Reports a server that does not answer, or stores nothing, for longer than a restart takes. */
export function silenceOf({ nc, clock, said }: HeldLeaseOptions): Silence {
  const server = nc.getServer();
  let sinceNs: bigint | undefined;
  let why: string | undefined;
  let reported: string | undefined;
  let isAnswering = false;
  let timer: Timer | undefined;

  function stop(): void {
    timer?.cancel();
    timer = undefined;
    sinceNs = undefined;
    why = undefined;
  }

  return {
    trouble: () => reported,
    begin() {
      if (sinceNs !== undefined) return;
      sinceNs = clock.nowNs();
      timer = clock.after(SILENT_MS, 'silence of NATS', () => {
        const what = why === undefined ? `does not answer at ${server}` : `stores nothing at ${server} (${why})`;
        isAnswering = why !== undefined;
        reported = `NATS ${what}: nothing is sequenced until it does`;
        said?.(reported);
      });
    },
    because(message) {
      why = message;
    },
    end() {
      const seconds = Math.round(Number(clock.nowNs() - (sinceNs ?? clock.nowNs())) / 1e9);
      const does = isAnswering ? 'stores' : 'answers';
      if (reported !== undefined) said?.(`NATS ${does} again after ${seconds} s: this process is still the active one`);
      reported = undefined;
      stop();
    },
    stop,
  };
}
