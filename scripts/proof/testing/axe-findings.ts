/** Violations that axe finds on a page, in both colour schemes or in one. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The second scheme differs only in colours, so only contrast rules run. Passes are not listed, because that is slow. */
const RULES = {
  light: "axe.run({ resultTypes: ['violations'] })",
  dark: "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] })",
} as const;

/** One line for each violation, with its element. */
export async function axeFindings(
  page: Page,
  schemes: readonly (keyof typeof RULES)[] = ['light', 'dark'],
): Promise<readonly string[]> {
  // Evaluate the script instead of loading it: the page's policy may block other scripts.
  await page.evaluate(SOURCE);
  const findings: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const { violations } = (await page.evaluate(RULES[colorScheme])) as AxeResults;
    for (const { id, help, nodes } of violations) {
      for (const { target, failureSummary } of nodes)
        findings.push(`${colorScheme}: ${id}, ${help}: ${target.join(' ')}: ${failureSummary}`);
    }
  }
  return findings;
}
