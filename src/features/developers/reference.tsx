import type { JsonSchema, V1Document, V1Operation } from '../../api/v1-document.ts';
import { useDesk } from '../../browser/density.ts';
import { Section } from '../../ui/layout/section.tsx';
import { CodeBlock } from './code-block.tsx';
import type { Chapter } from './contents.tsx';
import { FieldTable, listFields, typeOf } from './schema-fields.tsx';

const callsIn = (document: V1Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );

function objectsIn({ components: { schemas } }: V1Document): [name: string, schema: JsonSchema][] {
  const { Problem, CreateShipment, CreatedShipment, ...objects } = schemas;
  return Object.entries({ ...objects, ...(CreatedShipment && { CreatedShipment }) });
}

export const referenceChapters = (document: V1Document): Chapter[] => [
  {
    id: 'calls',
    title: 'Calls',
    parts: callsIn(document).map(({ title, operation }) => ({
      id: operation.operationId,
      title: title.replace('/v1', ''),
    })),
  },
  { id: 'objects', title: 'Objects', parts: objectsIn(document).map(([name]) => ({ id: name, title: name })) },
];

/** Every call, from the server's own document. */
export function Reference({ document }: { document: V1Document }) {
  return (
    <>
      <Section id="calls" title="Calls" className="stack gap-8">
        {callsIn(document).map((call) => (
          <Call key={call.operation.operationId} {...call} document={document} />
        ))}
      </Section>
      <Section id="objects" title="Objects" className="stack gap-6">
        {objectsIn(document).map(([name, schema]) => (
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
  title: string;
  operation: V1Operation;
  document: V1Document;
}

/** What it takes and returns; at the desk its examples stand beside that. */
function Call({ title, operation, document }: CallProps) {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const { schemas } = document.components;
  const isAtDesk = useDesk();
  const body = requestBody?.content['application/json'];
  const fields = [
    ...parameters.map(({ name, schema, required, description = '' }) => ({
      name,
      type: typeOf(schema),
      required,
      meaning: description,
    })),
    ...(body ? listFields(body.schema, schemas) : []),
  ];
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const returned = answer?.content?.['application/json'];
  const examples = (
    <>
      {body && <Example title={`You send to ${title}`} value={body.example} />}
      {returned && <Example title={`${title} returns`} value={returned.example} />}
    </>
  );
  const details = (
    <>
      {fields.length > 0 && <FieldTable caption={`What ${title} takes`} fields={fields} />}
      <p className="soft">
        Returns <span className="typed">{status}</span>
        {returned?.schema.$ref ? (
          <>
            {' with '}
            <a href={`#${typeOf(returned.schema)}`} translate="no" className="typed">
              {typeOf(returned.schema)}
            </a>
            .
          </>
        ) : returned ? (
          ' with:'
        ) : answer?.content ? (
          ' with a file.'
        ) : (
          '.'
        )}
      </p>
      {returned && !returned.schema.$ref && (
        <FieldTable caption={`What ${title} returns`} fields={listFields(returned.schema, schemas)} />
      )}
    </>
  );
  return (
    <div className="grid gap-x-8 gap-y-3 grid-cols-[minmax(0,1fr)] content-start xl:[[data-desk]_&]:grid-cols-[minmax(0,1fr)_25rem]">
      <h3 id={operationId} translate="no" className="typed break-anywhere col-span-full">
        {title}
      </h3>
      <div className="stack gap-2 content-start">
        <p className="max-w-140">
          {summary}. Needs the right{' '}
          <span translate="no" className="typed">
            {operation['x-right']}
          </span>
          .
        </p>
        {isAtDesk ? (
          details
        ) : (
          <details>
            <summary className="min-h-$h-touch py-2.5 font-650 cursor-pointer">Fields and examples</summary>
            <div className="stack gap-3">
              {details}
              {examples}
            </div>
          </details>
        )}
      </div>
      {isAtDesk && <div className="stack gap-3 content-start">{examples}</div>}
    </div>
  );
}

const Example = ({ title, value }: { title: string; value: unknown }) => (
  <div className="stack gap-1 [&_section]:(max-h-96 overflow-y-auto)">
    <p className="cap">{title}</p>
    <CodeBlock label={title} code={JSON.stringify(value, null, 2)} />
  </div>
);
