/** The rows of the bench, in the order of shared/performance.md. */
import type { Row } from './row.ts';
import check from './rows/check.ts';
import consoleFrames from './rows/console-frames.ts';
import durableWrites from './rows/durable-writes.ts';
import front from './rows/front.ts';
import history from './rows/history.ts';
import jetstream from './rows/jetstream.ts';
import keptBodies from './rows/kept-bodies.ts';
import largeWorld from './rows/large-world.ts';
import memory from './rows/memory.ts';
import page from './rows/page.ts';
import prism from './rows/prism.ts';
import read from './rows/read.ts';
import sessions from './rows/sessions.ts';
import start from './rows/start.ts';
import suiteInProcess from './rows/suite-in-process.ts';
import suitePeers from './rows/suite-peers.ts';
import virtualTime from './rows/virtual-time.ts';
import wiremock from './rows/wiremock.ts';
import worlds from './rows/worlds.ts';
import write from './rows/write.ts';

const ROWS: Readonly<Record<string, Row>> = {
  read,
  wiremock,
  page,
  write,
  prism,
  'durable-writes': durableWrites,
  start,
  memory,
  'large-world': largeWorld,
  'suite-in-process': suiteInProcess,
  'suite-peers': suitePeers,
  check,
  history,
  'virtual-time': virtualTime,
  sessions,
  jetstream,
  front,
  worlds,
  'kept-bodies': keptBodies,
  'console-frames': consoleFrames,
};

/** Every row, or those of these ids or names; a message if there is no such row. */
export function namedRows(names: readonly string[]): readonly Row[] | string {
  const all = Object.entries(ROWS);
  const isNamed = ([name, { id }]: [string, Row], asked: string) => asked === name || asked === id;
  const unknown = names.filter((asked) => !all.some((one) => isNamed(one, asked)));
  if (unknown.length > 0) {
    const known = all.map(([name, { id }]) => `${id} (${name})`).join(', ');
    return `there is no row ${unknown.join(', ')}; there are ${known}`;
  }
  return all.filter((one) => names.length === 0 || names.some((asked) => isNamed(one, asked))).map(([, row]) => row);
}

/** A line for each row: its id, its name and what it measures. */
export function rowLines(): readonly string[] {
  return Object.entries(ROWS).map(([name, { id, title }]) => `  ${id.padEnd(5)}${name.padEnd(18)}${title}`);
}
