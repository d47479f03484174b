/** One thread of `judge-all.ts`: judges the known-bad members whose names it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { cacheTexts } from '../../../gateway/variations/layer.ts';
import type { Answer, Asked, OfThread } from './judge-all.ts';
import { judgeLive } from './judge-live.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { recordingOf } from './recording.ts';

const checks = await loadChecks();
const { recorded } = workerData as OfThread;
const recording = recorded && recordingOf(recorded, checks);
// Each member sees the same texts.
if (recording !== undefined) cacheTexts(3 * recording.messages.length);

parentPort?.on('message', (asked: Asked) => void judge(asked).then((answer) => parentPort?.postMessage(answer)));

async function judge({ name, isLive }: Asked): Promise<Answer> {
  const defect = DEFECTS.find((one) => one.name === name);
  if (defect === undefined) throw new Error(`no known-bad member ${name}`);
  const isRecorded = recording !== undefined && !isLive;
  return { name, judged: await (isRecorded ? judgeRecorded(recording, defect) : judgeLive(defect, checks)) };
}
