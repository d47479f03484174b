import { useState } from 'preact/hooks';
import { Form } from '../do.tsx';
import { Choice, Field } from '../fields.tsx';
import { ask } from '../plane.ts';
import { type Operation, type OperationField, requestOf, type Typed } from './operations.ts';

function Part({ field, value, set }: { field: OperationField; value: string; set: (value: string) => void }) {
  const label = field.isRequired ? `${field.name} (required)` : field.name;
  if (field.options.length > 0)
    return <Choice label={label} value={value} set={set} options={field.options} any="not stated" />;
  return <Field label={label} value={value} set={set} hint={field.type === 'JSON' ? 'JSON or text' : ''} />;
}

/** The form of one operation: its fields come from the control plane's document. */
export function OperationForm({ operation }: { readonly operation: Operation }) {
  const [typed, setTyped] = useState<Typed>({});
  const [answer, setAnswer] = useState<string | undefined>(undefined);
  const { id, method, path, summary, fields } = operation;
  const isMissing = fields.some(({ place, name, isRequired }) => isRequired && !typed[`${place}.${name}`]);
  const send = async () => {
    setAnswer(undefined);
    const request = requestOf(operation, typed);
    const value = await ask<unknown>(request.method, request.path, request.body);
    setAnswer(value === undefined ? 'Done. The answer has no body.' : JSON.stringify(value, null, 2));
  };
  const described = fields.filter(({ description }) => description !== '');
  return (
    <section class="card" aria-labelledby="operation">
      <h3 id="operation">
        {id}{' '}
        <span class="soft mono">
          {method} {path}
        </span>
      </h3>
      <p>{summary}</p>
      <Form label={`Call ${id}`} submit="Send" disabled={isMissing} act={send}>
        {fields.map((field) => {
          const key = `${field.place}.${field.name}`;
          const set = (value: string) => setTyped((before) => ({ ...before, [key]: value }));
          return <Part key={key} field={field} value={typed[key] ?? ''} set={set} />;
        })}
      </Form>
      {described.length === 0 ? null : (
        <dl class="facts">
          {described.flatMap(({ place, name, description }) => [
            <dt key={`${place} ${name}`}>{name}</dt>,
            <dd key={`${place} ${name} text`}>{description}</dd>,
          ])}
        </dl>
      )}
      {answer === undefined ? null : (
        <section aria-label="Answer" aria-live="polite">
          <pre>{answer}</pre>
        </section>
      )}
    </section>
  );
}
