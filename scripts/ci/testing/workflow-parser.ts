/** For tests: GitHub's own parser of workflows and actions. It imports its schema as a bundler takes it; Node needs the type. */
import { registerHooks } from 'node:module';

const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
export const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
export const { convertActionTemplate, parseAction } = await import('@actions/workflow-parser/actions/index');
hooks.deregister();
