import type { JsonSchema, V1Document } from '../../api/v1-document.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

export interface SchemaField {
  name: string;
  type: string;
  required: boolean;
  meaning: string;
}

type Schemas = V1Document['components']['schemas'];

const nameOfRef = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Says what a value may be: `text`, `number`, `curl | node`, `list of Shipment`. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf } = schema;
  if ($ref) return nameOfRef($ref);
  if (schema.enum) return schema.enum.join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'values'}`;
  if (type === 'string') return 'text';
  return type ?? 'value';
}

/** Lists the fields of an object and of the objects in it, as `receiver.name`. */
export function listFields(schema: JsonSchema, schemas: Schemas, start = ''): SchemaField[] {
  const resolved = schema.$ref ? (schemas[nameOfRef(schema.$ref)] ?? {}) : schema;
  return Object.entries(resolved.properties ?? {}).flatMap(([key, part]) => {
    const name = `${start}${key}`;
    const required = resolved.required?.includes(key) ?? false;
    const inner = [part, part.items, ...(part.anyOf ?? [])].find((one) => one?.properties);
    const below = part.type === 'array' ? `${name}[].` : `${name}.`;
    const { default: fallback, description = '' } = part;
    const otherwise = fallback === undefined || fallback === '' ? '' : `${String(fallback)} if you leave it out`;
    const meaning = [description, otherwise].filter(Boolean).join('. ');
    return [{ name, type: typeOf(part), required, meaning }, ...(inner ? listFields(inner, schemas, below) : [])];
  });
}

const COLUMNS: Column<SchemaField>[] = [
  {
    head: 'Name',
    place: 'main',
    cell: ({ name, required }) => (
      <>
        <span translate="no" className="typed break-anywhere">
          {name}
        </span>
        {required && <span className="second-line">Required</span>}
      </>
    ),
  },
  {
    head: 'Type',
    place: 'body',
    cell: ({ type }) => (
      <span translate="no" className="typed text-small break-anywhere">
        {type}
      </span>
    ),
  },
  { head: 'Meaning', place: 'body', cell: ({ meaning }) => meaning },
];

export function FieldTable({ caption, fields }: { caption: string; fields: readonly SchemaField[] }) {
  return <DataTable caption={caption} columns={COLUMNS} rows={fields} rowKey={({ name }) => name} empty={null} wraps />;
}
