/** What a sandbox prints once it serves. */
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { ownCommand } from '../own-command.ts';
import { PROFILE_FILE } from '../token/token.ts';

type Row = readonly [name: string, value: string, remark?: string];

/** Reports a cut write: it was never answered, so the client may retry it. */
function keptRows({ kept }: Sandbox): readonly Row[] {
  if (kept === undefined) return [];
  const { file, from, torn } = kept;
  const cut = torn === 0 ? '' : `; ${torn} bytes of a write that was never answered were cut off its end`;
  return [['kept in', file, `${from === 0 ? 'a new log' : `continues from record ${from}`}${cut}`]];
}

/**
 * @param profile its file, relative to `cwd`, where the commands can be typed
 * @param platform where members of other processes join; absent: it serves members itself
 */
export function banner(sandbox: Sandbox, profile: string, cwd: string, platform?: string): string {
  const { baseUrl, controlUrl, consoleUrl } = sandbox;
  const json = `-H 'content-type: application/json'`;
  const typed = (...words: readonly string[]) => `${ownCommand(cwd)} ${commandLine(words)}`;
  const isHost = platform !== undefined;
  const check = checkOn(sandbox);
  const rows: readonly Row[] = [
    ['console', consoleUrl, 'every call as it happens, why it was refused, faults, members, time'],
    isHost
      ? ['members', baseUrl, 'where clients reach them (--public-url); this process has none']
      : ['gateway', baseUrl, `documentation at ${baseUrl}/docs`],
    ['control', controlUrl, `its own documentation at ${controlUrl}/openapi.json`],
    ['clock', clockText(sandbox, json)],
    ['profile', profile, 'every principal with its client id and secret'],
    ...keptRows(sandbox),
  ];
  const width = Math.max(...rows.map(([, value, remark]) => (remark === undefined ? 0 : value.length)));
  const next: readonly Row[] = [
    ['A token:', `TOKEN=$(${typed('token', 'trader', ...(profile === PROFILE_FILE ? [] : ['--target', profile]))})`],
    isHost
      ? ['A member:', typed('member', '--platform', platform)]
      : ['A request:', `curl -s ${baseUrl}/me -H "authorization: Bearer $TOKEN"`],
    ['A fault:', `curl -s ${controlUrl}/faults ${json} -d '{"on":{"owner":"orders"},"delay":"3s","times":1}'`],
    ['A check:', typed('check', '--target', profile, ...check.options)],
    ['', `${check.remark} It changes this world; undone by: curl -s -X POST ${controlUrl}/reset`],
  ];
  return `${isHost ? 'Touchstone platform' : 'Touchstone sandbox'}

${rows.map(([name, value, remark = '']) => `  ${name.padEnd(9)} ${`${value.padEnd(width)}  ${remark}`.trimEnd()}\n`).join('')}
${next.map(([name, line]) => `  ${name.padEnd(10)} ${line}\n`).join('')}
  Ctrl-C ends it.

`;
}

/** `real`, `x60`, or `virtual` with the command that moves it. */
function clockText({ clock: { mode, rate }, controlUrl }: Sandbox, json: string): string {
  if (mode === 'scaled') return `x${rate}`;
  return mode === 'virtual' ? `virtual, moved by: curl -s ${controlUrl}/clock/advance ${json} -d '{"by":"2s"}'` : mode;
}

/** At this rate, what waits for a minute of the sandbox takes no minute of the user. */
const FAST = 10;

/** The check that takes about a minute: most of a whole one on a real clock is waiting, for tokens to end and the like. */
function checkOn({ clock: { mode, rate } }: Sandbox): { readonly options: readonly string[]; readonly remark: string } {
  if (mode === 'virtual') return { options: [], remark: 'It moves the clock by days.' };
  if (mode === 'scaled' && rate >= FAST) return { options: [], remark: 'What needs --clock virtual is left out.' };
  const options = ['--depth', 'quick', '--patience', '0s'];
  return { options, remark: 'What waits is left out: with --clock virtual nothing is.' };
}
