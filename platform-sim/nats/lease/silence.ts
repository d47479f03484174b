/** The trouble of a NATS server as its clients see it, and the lines for the user about it. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock, Timer } from '../../../gateway/platform-port.ts';

/** A restart of the server within this time is not reported. */
const SILENT_MS = 1_500;

export interface SilenceOptions {
  readonly nc: NatsConnection;
  readonly clock: Clock;
  readonly said?: (line: string) => void;
}

export interface Silence {
  begin(): void;
  /** The server answers, and stores nothing. */
  because(why: string): void;
  end(): void;
  stop(): void;
  /** As the line for the user states it; undefined: the server stores, or has been silent for no longer than a restart takes. */
  trouble(): string | undefined;
}

/** Reports a server that does not answer, or stores nothing, for longer than a restart takes. */
export function silenceOf({ nc, clock, said }: SilenceOptions): Silence {
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
    trouble: () => reported,
  };
}
