/** For tests: an empty folder of a test file's own, removed after its tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
