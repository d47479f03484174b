/** One life of a member: from its start to its retirement, or to its death. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Member } from '../../gateway/member.ts';
import type { PlatformPort } from '../../gateway/platform-port.ts';
import { type LineOptions, type MemberLine, memberLine } from './member-line.ts';
import { MEMBER_STATES, type MemberReach } from './member-states.ts';

/** @param isAlive false once it has crashed: nothing is heard of it any more. */
export type MakeMember = (port: PlatformPort, isAlive: () => boolean) => Member;

export class MemberProcess {
  readonly member: Member;
  readonly line: MemberLine;
  readonly #unanswered: Set<ServerResponse> = new Set();
  readonly #upgraded: Set<Socket> = new Set();
  #isAlive = true;

  constructor(lineOptions: LineOptions, reach: MemberReach, make: MakeMember) {
    this.line = memberLine(lineOptions);
    this.line.reach(reach);
    this.member = make(this.line.port, () => this.#isAlive);
  }

  handle(request: IncomingMessage, response: ServerResponse, isTooMany?: boolean): void {
    this.#unanswered.add(response);
    response.once('close', () => this.#unanswered.delete(response));
    this.member.handle(request, response, isTooMany);
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#upgraded.add(socket);
    socket.once('close', () => this.#upgraded.delete(socket));
    this.member.upgrade(request, socket, head);
  }

  /**
   * Closes its sessions, answers what it has begun (a write that it has not sent yet INTERRUPTED), sends what a 202 has
   * promised till it is taken, and then follows the platform no longer.
   */
  async retire(): Promise<void> {
    await this.#drained();
    // One that was stalled, too: all that it has left to do is to be heard.
    this.line.reach(MEMBER_STATES.drained);
    await this.member.promisesKept();
    this.member.stop();
  }

  /** The same with its whole world: what it has promised and nobody took is given up. */
  async end(): Promise<void> {
    await this.#drained();
    this.member.stop();
  }

  #drained(): Promise<void> {
    this.member.leave();
    this.member.interrupt();
    return this.member.drain();
  }

  /** What it had handed to the platform goes on there; nobody at this end is told of it. */
  crash(): void {
    this.#isAlive = false;
    this.line.cut();
    this.member.stop();
    for (const { req } of this.#unanswered) req.socket.destroy();
    for (const socket of this.#upgraded) socket.destroy();
  }
}
