/** A process of members alone: starts it, prints its address, and drains it when interrupted. */
import { NEWEST } from '../../../gateway/contract/versions.ts';
import { type MemberHost, startMemberHost } from '../../../platform-sim/nats/bus/member-host.ts';
import { withoutCredentials } from '../../../platform-sim/nats/connection.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { memberPlan, platformOf } from '../sandbox/sandbox-options.ts';
import { aborted, DRAIN, started } from '../until-interrupted.ts';

export interface MemberCommandOptions {
  readonly platform: string;
  readonly member?: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly healthPort: number;
  readonly healthHost: string;
  readonly json?: boolean;
}

/** Serves members until it is interrupted, or the control plane removes them. Throws UsageError if it cannot start. */
export async function runMember(given: MemberCommandOptions, io: CommandIo): Promise<ExitStatus> {
  const { member: stated, json } = given;
  const plans = stated?.map(memberPlan) ?? [{ version: NEWEST }];
  const platform = platformOf(given.platform);
  const said = (line: string) => io.stderr.write(`touchstone: ${line}\n`);
  const starting = startMemberHost({ ...given, platform, plans, said, signal: io.interrupted });
  const running = await started(() => starting, io.interrupted);
  if (running === undefined) return 0;
  try {
    io.stdout.write(json === true ? readyLine(running) : banner(running, withoutCredentials(platform)));
    const removed = await Promise.race([aborted(io.interrupted), running.removed]);
    if (removed !== undefined) said(`the control plane removed ${removed}, the only member of this process: it ends`);
  } finally {
    await running.close(DRAIN);
  }
  return 0;
}

function readyLine({ url, healthUrl, names }: MemberHost): string {
  return `${JSON.stringify({ ready: true, baseUrl: url, members: names, healthUrl })}\n`;
}

function banner({ url, healthUrl, names }: MemberHost, platform: string): string {
  return `Touchstone member ${names.join(', ')}

  gateway   ${url}        documentation at ${url}/docs
  health    ${healthUrl}/health        metrics at ${healthUrl}/metrics
  platform  ${platform}

  Ctrl-C ends it.

`;
}
