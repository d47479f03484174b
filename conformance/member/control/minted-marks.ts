import type { Recorder } from '../sending/recorder.ts';

/** Returns what records each minted token of a session by a mark, which has its number where `isNumbered`. */
export function mintedMarks(recorder: Recorder, isNumbered = false): (token: string, of: { persona: string }) => void {
  let count = 0;
  return (token, { persona }) => {
    count += 1;
    recorder.learn(token, `minted token ${isNumbered ? `${count} ` : ''}of ${persona}`);
  };
}
