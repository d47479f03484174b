/** Scenarios: read one (`readScenario`), see that a target can play it (`unmetNeeds`, `contractProblems`), play it (`play`). */
export { contractProblems } from './format/against-contract.ts';
export { unmetClock, unmetNeeds } from './format/needs.ts';
export { ScenarioProblem } from './format/problem.ts';
export { readScenario } from './format/read.ts';
export type { Scenario } from './format/scenario.ts';
export type { Played, ScenarioVerdict } from './player/played.ts';
export { play } from './player/player.ts';
export { headLines, stepLines, summaryLines } from './player/print.ts';
export type { Paint } from './player/terminal-text.ts';
export { plain } from './player/terminal-text.ts';
export { transcriptOf } from './player/transcript.ts';
