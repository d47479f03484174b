/** Scenarios: read one (`readScenario`), see that a target can play it (`unmetNeeds`, `contractProblems`), play it (`play`). */
export { contractProblems } from './format/against-contract.ts';
export { unmetClock, unmetNeeds } from './format/needs.ts';
export type { Problem } from './format/problem.ts';
export { problemLine, ScenarioProblem } from './format/problem.ts';
export { readScenario } from './format/read.ts';
export type { Scenario } from './format/scenario.ts';
export { readScenarioFile, UnreadableFile } from './format/scenario-file.ts';
export { hint, suggestion } from './format/suggest.ts';
export { failureLines, wireLines } from './player/failure.ts';
export type { Played, PlayedStep, ScenarioVerdict } from './player/played.ts';
export type { PlayOptions, PlayState } from './player/player.ts';
export { play } from './player/player.ts';
export { headLines, stepLines, summaryLines } from './player/print.ts';
export type { Paint } from './player/terminal-text.ts';
export { harmless, plain, wrapped } from './player/terminal-text.ts';
export { transcriptOf } from './player/transcript.ts';
export { stepSubject, stepWords } from './player/words.ts';
