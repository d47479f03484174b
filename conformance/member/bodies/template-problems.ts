/** A problem in a template of a profile (`bodies:`), with the path to it. */
import { REST_ROUTES } from '../../contract/routes.ts';
import { nearest } from '../profile/nearest.ts';
import type { Profile } from '../profile/profile.ts';
import { plainName } from './bodies.ts';
import { objectionTo } from './placeholders.ts';

interface TemplateProblem {
  readonly way: readonly PropertyKey[];
  readonly message: string;
  /** The problem is in the name, not in the value. */
  readonly atName?: boolean;
}

/** The interface shows no writes of organisations, but a member may have them. */
const OF_ORGANISATIONS = /^(POST|PUT) \/orgs(\/|$)/;
const WRITES = REST_ROUTES.filter(({ kind }) => kind === 'write').map(({ method, path }) => `${method} ${path}`);

/** All problems in the templates: unknown routes, and placeholders that cannot be filled. */
export function templateProblems({ bodies = {}, fixtures = {} }: Profile): readonly TemplateProblem[] {
  return Object.entries(bodies).flatMap(([route, template]) => {
    const way = ['bodies', route];
    if (!WRITES.includes(plainName(route)) && !OF_ORGANISATIONS.test(route)) {
      const like = nearest(route, WRITES);
      const hint = like === undefined ? 'state a method and a path, such as POST /orders' : `did you mean ${like}?`;
      return [{ way, atName: true, message: `bodies: ${route} is no write of the interface; ${hint}` }];
    }
    return textsOf(template, way).flatMap(({ text, way: at }) => {
      const problem = objectionTo(text, fixtures);
      return problem === undefined ? [] : [{ way: at, message: `bodies.${route}: ${problem}` }];
    });
  });
}

interface FoundText {
  readonly text: string;
  readonly way: readonly PropertyKey[];
}

function textsOf(value: unknown, way: readonly PropertyKey[]): readonly FoundText[] {
  if (typeof value === 'string') return [{ text: value, way }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, [...way, Array.isArray(value) ? Number(name) : name]),
  );
}
