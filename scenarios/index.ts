/** Scenarios: read one (`readScenario`), see that a target can play it (`unmetNeeds`), play it (`play`). */
export type { RealTime } from './answer.ts';
export { unmetClock, unmetNeeds } from './needs.ts';
export type { Played, PlayedStep, ScenarioVerdict } from './played.ts';
export type { PlayOptions } from './player.ts';
export { play } from './player.ts';
export type { Paint, Tone } from './print.ts';
export { headLines, plain, stepLines, summaryLines } from './print.ts';
export { ScenarioProblem } from './problem.ts';
export { readScenario } from './read.ts';
export type { Scenario } from './scenario.ts';
export { transcriptOf } from './transcript.ts';
