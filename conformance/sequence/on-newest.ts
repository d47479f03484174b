import type { Play } from './play-state.ts';
import type { Listed } from './records.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';
import type { Back } from './writes.ts';

/** A step on one of the newest rows of a list, by its path; its precondition is that there is one. */
export function onNewest(
  list: Listed,
  back: Back,
  words: string,
  run: (play: Play, path: string) => Promise<unknown>,
  ready: (play: Play) => boolean = () => true,
): Step<Play> {
  return step(
    words,
    async (play: Play) => {
      const path = play.records[list][back];
      if (path !== undefined) await run(play, path);
    },
    (play) => play.records[list].length > back && ready(play),
  );
}
