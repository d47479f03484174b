/** Why a port cannot be served: one line for a person, saying which port and what to do. */
export class PortError extends Error {
  /** Whether another process has the port. */
  get isTaken(): boolean {
    return (this.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
  }
}

const REASONS: Readonly<Record<string, (host: string, port: number, option: string) => string>> = {
  EADDRINUSE: (host, port, option) =>
    `port ${port} of ${host} is taken: stop what uses it, or choose another with ${option} (0 takes a free one)`,
  EACCES: (host, port, option) =>
    `port ${port} of ${host} is not open to this user: choose one above 1023 with ${option}`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine: choose another host`,
  ENOTFOUND: (host) => `${host} is no known host: choose another`,
};

/** @param option the option that chooses this port, as a person types it. */
export function portError(error: NodeJS.ErrnoException, host: string, port: number, option: string): Error {
  const reason = REASONS[error.code ?? ''];
  return reason === undefined ? error : new PortError(reason(host, port, option), { cause: error });
}
