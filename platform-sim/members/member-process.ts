/** One process of a member: from its start to its retirement or crash. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Member } from '../../gateway/member.ts';
import type { PlatformPort } from '../../gateway/platform-port.ts';
import { MEMBER_STATES, type MemberReach } from './member-states.ts';
import { type LinkOptions, type PlatformLink, platformLink } from './platform-link.ts';

/** @param isAlive false once it has crashed: nothing of it is observable any more. */
export type MakeMember = (port: PlatformPort, isAlive: () => boolean) => Member;

/** One process: a member, its link to the platform, and its connections. */
export class MemberProcess {
  readonly member: Member;
  readonly link: PlatformLink;
  readonly #upgraded: Set<Socket> = new Set();
  /** One function for all sockets, of which each may be held for long. */
  readonly #leave: (this: Socket) => void;
  #isAlive = true;

  constructor(linkOptions: LinkOptions, reach: MemberReach, make: MakeMember) {
    this.link = platformLink(linkOptions);
    this.link.reach(reach);
    this.member = make(this.link.port, () => this.#isAlive);
    const upgraded = this.#upgraded;
    this.#leave = function () {
      upgraded.delete(this);
    };
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#upgraded.add(socket);
    socket.on('close', this.#leave);
    this.member.upgrade(request, socket, head);
  }

  /**
   * Closes its sessions, answers its open requests (INTERRUPTED for writes that are not sent), sends promised writes
   * until they are accepted, and then stops following the platform.
   */
  async retire(): Promise<void> {
    await this.#drained();
    // Also for a stalled one: it must reach the platform to finish.
    this.link.reach(MEMBER_STATES.drained);
    await this.member.promisesKept();
    this.member.stop();
  }

  /** As `retire`, with its whole world: promised writes that were not accepted are given up. */
  async end(): Promise<void> {
    await this.#drained();
    this.member.stop();
  }

  #drained(): Promise<void> {
    this.member.leave();
    this.member.interrupt();
    return this.member.drain();
  }

  /** Commands that it submitted continue on the platform; the process receives nothing of them. */
  crash(): void {
    this.#isAlive = false;
    this.link.cut();
    this.member.stop();
    this.member.cutRequests();
    for (const socket of this.#upgraded) socket.destroy();
  }
}
