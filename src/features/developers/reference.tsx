import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { JsonSchema, V1Document, V1Operation } from '../../api/v1-document.ts';
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

/** The server’s own document has all calls. One is open at a time. */
export function Reference({ document }: { document: V1Document }) {
  return (
    <>
      <Section id="calls" title="Calls">
        {callsIn(document).map((call) => (
          <Call key={call.operation.operationId} {...call} document={document} />
        ))}
      </Section>
      <Section id="objects" title="Objects">
        {objectsIn(document).map(([name, schema]) => (
          <Fold key={name} id={name} title={name}>
            <FieldTable caption={name} fields={listFields(schema, document.components.schemas)} />
          </Fold>
        ))}
      </Section>
    </>
  );
}

/** It opens by a click, by a link to it, or by searching the page for what is in it. */
function Fold({ id, title, about, children }: { id: string; title: string; about?: string; children: ReactNode }) {
  const place = useLocation();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (fold.current && place.hash === `#${id}`) fold.current.open = true;
  }, [place, id]);
  // What was open above it has closed.
  const stayInView = () => fold.current?.open && fold.current.scrollIntoView({ block: 'nearest' });
  return (
    <details
      ref={fold}
      name="reference"
      className="border-b border-rule scroll-mt-[calc(var(--h-header)+16px)]"
      onToggle={stayInView}
    >
      <summary className="min-h-$h-touch py-2.5 cursor-pointer">
        <h3 id={id} translate="no" className="inline typed break-anywhere">
          {title}
        </h3>
        {about && <span className="second-line">{about}</span>}
      </summary>
      <div className="stack gap-3 pt-1 pb-6">{children}</div>
    </details>
  );
}

/** Its examples are beside it at the desk. */
function Call({ title, operation, document }: { title: string; operation: V1Operation; document: V1Document }) {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const { schemas } = document.components;
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
  return (
    <Fold id={operationId} title={title} about={summary}>
      <div className="grid gap-x-8 gap-y-3 grid-cols-[minmax(0,1fr)] content-start xl:[[data-desk]_&]:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="stack gap-2 content-start">
          <p>
            Needs the right{' '}
            <span translate="no" className="typed">
              {operation['x-right']}
            </span>
            .
          </p>
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
        </div>
        <div className="stack gap-3 content-start">
          {body && <Example title={`You send to ${title}`} value={body.example} />}
          {returned && <Example title={`${title} returns`} value={returned.example} />}
        </div>
      </div>
    </Fold>
  );
}

const Example = ({ title, value }: { title: string; value: unknown }) => (
  <div className="stack gap-1 [&_section]:(max-h-96 overflow-y-auto)">
    <p className="cap">{title}</p>
    <CodeBlock label={title} code={JSON.stringify(value, null, 2)} />
  </div>
);
