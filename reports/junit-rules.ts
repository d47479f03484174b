/**
 * For tests: what windyroad's JUnit.xsd and the junit-10.xsd of Jenkins' xunit plugin both take, as a table of our own. An
 * element has these attributes and no other, and these children in this order.
 */
import type { Element } from './markup.ts';

const TOKEN = /\S/;
const COUNT = /^\d{1,9}$/;
const SECONDS = /^\d+\.\d{3}$/;
const TIME_OF_DAY = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const ANY = /^/;

interface Rule {
  readonly needs: Readonly<Record<string, RegExp>>;
  readonly may?: Readonly<Record<string, RegExp>>;
  /** Of the names of its children, one after another. */
  readonly children: RegExp;
}

const BROKEN: Rule = { needs: { type: ANY }, may: { message: ANY }, children: /^$/ };

const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { needs: {}, children: /^(testsuite )*$/ },
  testsuite: {
    needs: {
      ...{ name: TOKEN, package: ANY, id: COUNT, timestamp: TIME_OF_DAY, hostname: TOKEN },
      ...{ tests: COUNT, failures: COUNT, errors: COUNT, time: SECONDS },
    },
    may: { skipped: COUNT },
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { needs: {}, children: /^(property )*$/ },
  property: { needs: { name: TOKEN, value: ANY }, children: /^$/ },
  testcase: { needs: { name: ANY, classname: ANY, time: SECONDS }, children: /^((skipped|error|failure) )?$/ },
  failure: BROKEN,
  error: BROKEN,
  skipped: { needs: {}, may: { message: ANY }, children: /^$/ },
  'system-out': { needs: {}, children: /^$/ },
  'system-err': { needs: {}, children: /^$/ },
};

function attributeProblems({ name, attributes }: Element, { needs, may = {} }: Rule): readonly string[] {
  const missing = Object.keys(needs).filter((key) => attributes[key] === undefined);
  const wrong = Object.entries(attributes).flatMap(([key, value]) => {
    const rule = { ...needs, ...may }[key];
    if (rule === undefined) return [`${name} has no ${key}`];
    return rule.test(value) ? [] : [`${key} ${value}`];
  });
  return [...missing.map((key) => `${name} needs ${key}`), ...wrong];
}

/** One line a violation. */
export function junitProblems(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element, at) => {
    const rule = RULES[element.name];
    if (rule === undefined) return [`${element.name} is none`];
    const after = elements.slice(at + 1);
    const end = after.findIndex(({ depth }) => depth <= element.depth);
    const inside = end < 0 ? after : after.slice(0, end);
    const children = inside.filter(({ depth }) => depth === element.depth + 1).map(({ name }) => `${name} `);
    const order = rule.children.test(children.join(''))
      ? []
      : [`${element.name} ends in the wrong order: ${children.slice(-4).join('')}`];
    return [...attributeProblems(element, rule), ...order];
  });
}
