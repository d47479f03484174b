/** For tests: expressions of GitHub Actions, by GitHub's own evaluator. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { truthy } from '@actions/expressions/result';

export type Contexts = Readonly<Record<string, unknown>>;
export type JobStatus = 'success' | 'failure' | 'cancelled';

function evaluated(expression: string, contexts: Contexts, status: JobStatus): data.ExpressionData {
  const function_ = (name: string, holds: boolean) => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(holds) };
  };
  const functions = [
    function_('always', true),
    function_('cancelled', status === 'cancelled'),
    function_('failure', status === 'failure'),
    function_('success', status === 'success'),
  ];
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const known = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, known, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

export function holds(expression: string, contexts: Contexts, status: JobStatus): boolean {
  return truthy(evaluated(expression, contexts, status));
}

/** A text of the file with each `${{ }}` replaced. */
export function filled(text: unknown, contexts: Contexts): string {
  return String(text ?? '').replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluated(expression.trim(), contexts, 'success').coerceString(),
  );
}
