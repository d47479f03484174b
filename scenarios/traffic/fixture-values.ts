/** Values of the target's fixtures by the members of a body that name them, as `${fixtures.account.id}`. */

/** The members that a fixture's value stands under, by its place below `fixtures`. */
const MEMBERS: readonly (readonly [place: RegExp, members: readonly string[]])[] = [
  [/^\w*[aA]ccount\.id$/, ['accountId']],
  [/^\w*[aA]ccount\.name$/, ['account']],
  [/^\w*[iI]nstrument\.id$/, ['instrumentId']],
  [/^\w*[iI]nstrument\.symbol$/, ['instrument']],
  [/^asset\.id$/, ['assetId']],
  [/^algoVersion\.id$/, ['algoVersionId']],
  [/^algoVersion\.pool$/, ['pool']],
  [/^\w*[aA]lgoInstance\.id$/, ['instanceId', 'algoInstanceId']],
  [/^venues\.\w+$/, ['exchangeId']],
];

/** The reference to the fixture that a member names; undefined: it names none. */
export type FixtureReference = (value: string | number, members: readonly string[]) => string | undefined;

/** Of the fixtures of a profile; the first one of a value is its name. */
export function fixtureReferences(fixtures: Readonly<Record<string, unknown>> | undefined): FixtureReference {
  const known = new Map<string, string>();
  for (const [fixture, row] of Object.entries(fixtures ?? {})) {
    if (typeof row !== 'object' || row === null) continue;
    for (const [key, value] of Object.entries(row)) {
      const place = `${fixture}.${key}`;
      const members = MEMBERS.find(([pattern]) => pattern.test(place))?.[1] ?? [];
      for (const member of members) {
        const id = `${member} ${String(value)}`;
        if (!known.has(id)) known.set(id, `\${fixtures.${place}}`);
      }
    }
  }
  return (value, members) =>
    members.map((member) => known.get(`${member} ${String(value)}`)).find((found) => found !== undefined);
}
