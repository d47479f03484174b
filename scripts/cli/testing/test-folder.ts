/** For tests: an empty folder of a test file's own, removed after its tests, and commands that are typed in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { CommandIo } from '../command.ts';
import { commandIn } from './command-in.ts';

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs commands in a temporary folder with these files; values other than text are written as JSON. */
export function testShell(files: Readonly<Record<string, unknown>> = {}, env: CommandIo['env'] = {}) {
  const folder = testFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { ...commandIn(folder, env), folder, read: (name: string) => readFile(join(folder, name), 'utf8') };
}

/** A scenario of these steps in its calm part. */
export function calm(id: string, ...steps: readonly string[]): string {
  return `id: ${id}\nstory: s\ncalm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
}

/** A step that reads the caller, and expects this status. */
export const reads = (status: number | string = 200) =>
  `{ as: trader, request: GET /me, expect: { status: ${status} } }`;
