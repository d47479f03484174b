import type { Exchange } from '../../../platform-sim/control/exchanges.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import type { CommandIo } from '../command.ts';

/** Warns of tickets that open no session: at the start, and at a ticket after a roll or a change of the routing. */
export class TicketWarnings {
  readonly #io: Pick<CommandIo, 'stderr'>;
  #sandbox: Pick<Sandbox, 'ticketWarning'> | undefined;
  /** A roll changes it at each step, and may change it back. */
  readonly #said = new Set<string>();

  constructor(io: Pick<CommandIo, 'stderr'>) {
    this.#io = io;
  }

  start(sandbox: Pick<Sandbox, 'ticketWarning'>): void {
    this.#sandbox = sandbox;
    this.#warn();
  }

  observe({ path, method }: Pick<Exchange, 'path' | 'method'>): void {
    if (method === 'POST' && path === '/v1/ws-tickets') this.#warn();
  }

  #warn(): void {
    const warning = this.#sandbox?.ticketWarning();
    if (warning === undefined || this.#said.has(warning)) return;
    this.#said.add(warning);
    this.#io.stderr.write(`touchstone: ${warning}\n`);
  }
}
