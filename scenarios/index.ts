/** Scenarios: read one (`readScenario`), see that a target can play it (`unmetNeeds`), play it (`play`). */
export { unmetClock, unmetNeeds } from './needs.ts';
export type { Played, ScenarioVerdict } from './played.ts';
export { play } from './player.ts';
export type { Paint } from './print.ts';
export { headLines, stepLines, summaryLines } from './print.ts';
export { ScenarioProblem } from './problem.ts';
export { readScenario } from './read.ts';
export type { Scenario } from './scenario.ts';
export { transcriptOf } from './transcript.ts';
