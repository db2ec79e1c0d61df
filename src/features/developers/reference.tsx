import type { V1Document, V1Operation } from '../../api/v1-document.ts';
import { Section } from '../../ui/layout/section.tsx';
import { FieldTable, listFields, typeOf } from './schema-fields.tsx';

/** Every call, from the server's own document. */
export function Reference({ document }: { document: V1Document }) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { Problem, CreateShipment, CreatedShipment, ...objects } = document.components.schemas;
  return (
    <>
      <Section id="calls" title="Calls" className="stack gap-6">
        {calls.map((call) => (
          <Call key={call.operation.operationId} {...call} document={document} />
        ))}
      </Section>
      <Section id="objects" title="Objects" className="stack gap-6">
        {Object.entries({ ...objects, ...(CreatedShipment && { CreatedShipment }) }).map(([name, schema]) => (
          <div key={name} className="stack gap-2">
            <h3 id={name} translate="no" className="typed">
              {name}
            </h3>
            <FieldTable caption={name} fields={listFields(schema, document.components.schemas)} />
          </div>
        ))}
      </Section>
    </>
  );
}

interface CallProps {
  method: string;
  path: string;
  operation: V1Operation;
  document: V1Document;
}

function Call({ method, path, operation, document }: CallProps) {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'].schema;
  const fields = [
    ...parameters.map(({ name, schema, required, description = '' }) => ({
      name,
      type: typeOf(schema),
      required,
      meaning: description,
    })),
    ...(body ? listFields(body, document.components.schemas) : []),
  ];
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  return (
    <div className="stack gap-2">
      <h3 id={operationId} translate="no" className="typed break-anywhere">
        {method} {path}
      </h3>
      <p className="max-w-140">
        {summary}. Needs the right{' '}
        <span translate="no" className="typed">
          {operation['x-right']}
        </span>
        .
      </p>
      {fields.length > 0 && <FieldTable caption={`What ${method} ${path} takes`} fields={fields} />}
      <p className="soft">
        Returns <span className="typed">{status}</span>
        {schema ? <Answer schema={schema} /> : answer?.content ? ' with a file.' : '.'}
      </p>
    </div>
  );
}

function Answer({ schema }: { schema: Parameters<typeof typeOf>[0] }) {
  const fields = Object.entries(schema.properties ?? {});
  const words = schema.$ref ? typeOf(schema) : fields.map(([name, part]) => `${name}: ${typeOf(part)}`).join(', ');
  return (
    <>
      {' with '}
      <span translate="no" className="typed break-anywhere">
        {words}
      </span>
      .
    </>
  );
}
