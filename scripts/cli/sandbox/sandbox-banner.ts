/** What a sandbox prints once it serves. */
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { ownCommand } from '../own-command.ts';

/** Reports a cut write: it was never answered, so the client may retry it. */
function keptLine({ kept }: Sandbox): string {
  if (kept === undefined) return '';
  const { file, from, torn } = kept;
  const cut = torn === 0 ? '' : `; ${torn} bytes of a write that was never answered were cut off its end`;
  return `  kept in   ${file}        ${from === 0 ? 'a new log' : `continues from record ${from}`}${cut}\n`;
}

/** @param platform where members of other processes join; absent: it serves members itself */
export function banner(sandbox: Sandbox, profile: string, platform?: string): string {
  const { baseUrl, controlUrl, consoleUrl } = sandbox;
  const json = `-H 'content-type: application/json'`;
  const mint = `curl -s ${controlUrl}/identity/mint -H 'accept: text/plain' ${json} -d '{"persona":"trader"}'`;
  const { title, gateway, next } =
    platform === undefined
      ? {
          title: 'Touchstone sandbox',
          gateway: `gateway   ${baseUrl}        documentation at ${baseUrl}/docs`,
          next: `A request: curl -s ${baseUrl}/me -H "authorization: Bearer $TOKEN"`,
        }
      : {
          title: 'Touchstone platform',
          gateway: `members   ${baseUrl}        where clients reach them (--public-url); this process has none`,
          next: `A member:  ${ownCommand()} member --platform ${platform}`,
        };
  return `${title}

  console   ${consoleUrl}       every call as it happens, why it was refused, faults, members, time
  ${gateway}
  control   ${controlUrl}        its own documentation at ${controlUrl}/openapi.json
  clock     ${clockLine(sandbox, json)}
  profile   ${profile}        every principal with its client id and secret
${keptLine(sandbox)}
  A token:   TOKEN=$(${mint})
  ${next}
  A fault:   curl -s ${controlUrl}/faults ${json} -d '{"on":{"owner":"orders"},"delay":"3s","times":1}'
  A check:   ${ownCommand()} check --target ${profile}

  Ctrl-C ends it.

`;
}

/** `real`, `x60`, or `virtual` with the command that moves it. */
function clockLine({ clock: { mode, rate }, controlUrl }: Sandbox, json: string): string {
  if (mode === 'scaled') return `x${rate}`;
  return mode === 'virtual' ? `virtual, moved by: curl -s ${controlUrl}/clock/advance ${json} -d '{"by":"2s"}'` : mode;
}
