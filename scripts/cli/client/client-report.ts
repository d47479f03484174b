/** Turns the session of a client into its record, and writes the files of `--out`. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import type { ClientRecord, ClientRuleRow } from '../../../reports/client-record.ts';
import { CLIENT_VERDICTS, verdictOfClient } from '../../../reports/client-record.ts';
import { CLIENT_FORMATS, type ClientFormat } from '../../../reports/formats.ts';
import { scheduleFileText } from '../../../scenarios/schedules/schedule-file.ts';
import type { CommandIo } from '../command.ts';
import { writeOutput, writeWhole } from '../output-files.ts';
import { ownCommand } from '../own-command.ts';
import { version } from '../version.ts';
import type { ClientFailure, Session } from './judge-session.ts';
import { momentOf } from './judge-session.ts';
import { sequenceOf } from './sequence.ts';

export interface Judged {
  readonly session: Session;
  readonly client: string;
  readonly seed: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The words that judge the client again; absent: no command line did. */
  readonly words?: {
    /** Those that a replay needs too. */
    readonly options: readonly string[];
    readonly session: readonly string[];
    readonly client: readonly string[];
  };
  /** The folder of `--out`, as it was typed. */
  readonly out?: string | undefined;
}

/** Below the folder of `--out`. */
const SCENARIO_FOLDER = 'clients';

const fileOf = ({ rule }: ClientFailure): string => `${SCENARIO_FOLDER}/${rule}.yaml`;

export function clientRecord(
  { session, client, words, seed, startedAtMs, durationMs, out }: Judged,
  cwd: string,
): ClientRecord {
  const typed = (options: readonly string[]): string =>
    `${ownCommand(cwd)} ${commandLine(['client', ...(words?.options ?? []), ...options, ...(words?.client ?? [])])}`;
  const rules = session.rows.map(
    ({ id, area, severity, from, says, verdict, cases, reason, broken, suspected }): ClientRuleRow => {
      const failure = session.failures.find(({ rule }) => rule === id);
      const moment = failure && momentOf(failure, session.starts[0]);
      const row = { id, area, severity, from, says, verdict, cases, ...(reason === undefined ? {} : { reason }) };
      return {
        ...row,
        broken: broken.map(({ text }) => text),
        suspected: suspected.map(({ text }) => text),
        ...(failure === undefined || moment === undefined
          ? {}
          : {
              failure: {
                moment: moment.text,
                schedule: failure.start.schedule,
                after: failure.after,
                steps: sequenceOf(failure.start, moment.at),
                ...(out === undefined
                  ? {}
                  : {
                      scenario: fileOf(failure),
                      replay: typed(['--scenario', join(out, fileOf(failure))]),
                    }),
              },
            }),
      };
    },
  );
  const output = session.starts.at(-1)?.processes.at(-1)?.output ?? [];
  return {
    ...{ schema: 1, tool: { name: 'touchstone', version: version() }, client, seed },
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs),
    starts: session.starts.length,
    verdict: session.unfit === undefined ? verdictOfClient(rules) : 'inconclusive',
    summary: Object.fromEntries(
      CLIENT_VERDICTS.map((one) => [one, rules.filter(({ verdict }) => verdict === one).length]),
    ) as ClientRecord['summary'],
    ...(session.unfit === undefined ? {} : { unfit: { why: session.unfit, output } }),
    ...(words === undefined
      ? {}
      : {
          rerun: typed([
            ...words.session,
            '--out',
            out ?? 'report',
            ...(out === undefined ? ['--format', 'html'] : []),
          ]),
        }),
    rules,
  };
}

/** The files that it wrote. @throws UsageError if it cannot */
export async function writeClientReports(
  record: ClientRecord,
  { session }: Judged,
  out: string,
  formats: readonly ClientFormat[],
  io: CommandIo,
): Promise<readonly string[]> {
  await writeOutput(
    out,
    CLIENT_FORMATS,
    formats,
    async (format) => (await CLIENT_FORMATS[format].renderer())(record),
    io,
  );
  const reports = formats.map((format) => join(out, CLIENT_FORMATS[format].file));
  if (session.failures.length === 0) return reports;
  await mkdir(resolve(io.cwd, out, SCENARIO_FOLDER), { recursive: true });
  for (const failure of session.failures) {
    const moment = record.rules.find(({ id }) => id === failure.rule)?.failure?.moment ?? '';
    await writeWhole(resolve(io.cwd, out, fileOf(failure)), scheduleFileText(failure, moment));
  }
  return [...reports, ...session.failures.map((failure) => join(out, fileOf(failure)))];
}
