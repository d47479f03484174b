/** `touchstone ci report`: what the job shows of its gate. It runs whatever became of the check, and never fails by itself. */
import { join } from 'node:path';
import { conclusionOf } from '../../../conformance/runner/record/headline.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { annotationsOf } from './annotations.ts';
import { whyNot } from './api.ts';
import type { CiHost } from './ci-host.ts';
import { placeComment } from './comment.ts';
import { type GateResult, gateResult } from './gate-result.ts';
import { gateText } from './gate-text.ts';
import { comparesWithBase, inputOf } from './inputs.ts';
import { hostOf } from './run-base.ts';

function outputsOf({ record, status }: GateResult, out: string): Readonly<Record<string, string | number>> {
  const ofRecord = record && {
    report: join(out, 'report.json'),
    passed: record.summary.pass,
    failed: record.summary.fail,
    'not-exercised': record.summary['not-exercised'],
  };
  return {
    verdict: record?.verdict ?? 'none',
    'exit-status': status ?? '',
    conclusion: record === undefined ? 'No report was written: nothing was judged' : conclusionOf(record).headline,
    ...ofRecord,
  };
}

async function commented(host: CiHost, artifact: string, whole: string, brief: () => string): Promise<string> {
  try {
    const place = await host.commentPlace();
    if (place === undefined) return 'no comment: the job is of no pull request';
    const name = `${host.workflow} ${artifact}`.trim().replaceAll(/[^\w. -]|--+/g, '-');
    const mark = `<!-- touchstone ${name} -->`;
    return await placeComment(place, mark, whole.length < place.most - mark.length ? whole : brief());
  } catch (error) {
    return `no comment: ${whyNot(error)}`;
  }
}

export async function runPublish(io: CommandIo): Promise<ExitStatus> {
  const host = hostOf(io);
  const result = await gateResult(io);
  const [out, artifact, shard] = [inputOf(io, 'out'), inputOf(io, 'artifact'), inputOf(io, 'shard')];
  const base = comparesWithBase(io) ? host.base : undefined;
  const context = { out, artifact, base, artifactUrl: inputOf(io, 'artifact-url') };
  const isShard = shard !== '';
  const text = gateText(result, context, isShard ? `Shard ${shard}: the job that merges has the verdict.` : undefined);
  await host.summary(text);
  await host.outputs(outputsOf(result, out));
  // What a shard found is in the merged report, too: it is said there, once.
  if (isShard && result.record !== undefined) return 0;
  host.annotate(annotationsOf(result));
  if (isShard || inputOf(io, 'comment') === 'false') return 0;
  const brief = () => gateText(result, context, 'The report is too long for a comment: the artifact has it.');
  io.stdout.write(`${await commented(host, artifact, text, brief)}\n`);
  return 0;
}
