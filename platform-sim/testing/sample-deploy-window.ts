/** For tests: a sandbox of several members, controlled over its control plane and used by clients. */
import { request } from 'undici';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { type Caller, callerOf, sandboxOf } from './sample-caller.ts';

export interface DeployWindow {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  /** POST to the control plane, with its response; it must succeed. */
  control(path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Drains all members but these. */
  only(...names: readonly string[]): Promise<void>;
  /** Lets work in progress reach the point where it waits. */
  settle(): Promise<void>;
}

export async function deployWindow(options: SandboxOptions = {}): Promise<DeployWindow> {
  const members = options.members ?? [{ version: '0.13.0' }, { version: '0.14.0' }];
  const sandbox = await sandboxOf({ ...options, members });
  async function control(path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await request(sandbox.controlUrl + path, {
      method: 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const said = (await answer.body.json()) as Record<string, unknown>;
    expect(said, path).not.toHaveProperty('error');
    return said;
  }
  return {
    sandbox,
    admin: await callerOf(sandbox, 'admin'),
    control,
    async only(...names) {
      const all = members.map((_, index) => `m${index + 1}`);
      for (const name of names) await control(`/members/${name}/return`);
      for (const name of all) if (!names.includes(name)) await control(`/members/${name}/drain`);
    },
    settle: async () => void (await sandbox.clock.advance(0)),
  };
}

export interface Opened {
  /** 101, or the status of the refusal. */
  readonly status: number;
  /** Settles with the close code. */
  readonly closed: Promise<number>;
}

/** A handshake of the trading socket with a ticket. */
export async function openedWith(ticket: string, { profile }: Sandbox): Promise<Opened> {
  const socket = new WebSocket(`${profile.sockets.trading}?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const status = await new Promise<number>((resolve) => {
    socket.once('message', () => resolve(101));
    socket.once('unexpected-response', (asked, { statusCode = 0 }) => {
      resolve(statusCode);
      asked.destroy();
    });
  });
  return { status, closed };
}

export async function ticketOf(caller: Caller): Promise<string> {
  return (await caller.post('/v1/ws-tickets', { stream: 'trading' })).body.ticket;
}
