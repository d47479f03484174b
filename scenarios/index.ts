/** Scenarios: make one of traffic (`WireReader`, `scenarioOf`), read one (`readScenario`), see that a target can play it (`unmetNeeds`, `contractProblems`), play it (`play`). */
export { contractProblems } from './format/against-contract.ts';
export { unmetClock, unmetNeeds } from './format/needs.ts';
export { ScenarioProblem } from './format/problem.ts';
export { readScenario } from './format/read.ts';
export type { Scenario } from './format/scenario.ts';
export type { Played, ScenarioVerdict } from './player/played.ts';
export { play } from './player/player.ts';
export type { Paint } from './player/print.ts';
export { headLines, stepLines, summaryLines } from './player/print.ts';
export { transcriptOf } from './player/transcript.ts';
export type { Budget } from './shrink/candidates.ts';
export { NoSuchFailure } from './shrink/failure.ts';
export type { Shrunk } from './shrink/shrink.ts';
export { shrink } from './shrink/shrink.ts';
export { scenarioOf } from './traffic/scenario-of.ts';
export type { Draft, Traffic } from './traffic/traffic.ts';
export type { WireRequest, WireSocket } from './traffic/wire/message.ts';
export { WireReader } from './traffic/wire/wire-reader.ts';
