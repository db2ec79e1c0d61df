import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';

const ANSWER_WITHIN_MS = 15_000;

export interface JsonSchema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: readonly string[];
  const?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  default?: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Content {
  schema: JsonSchema;
  example?: unknown;
}

export interface V1Operation {
  operationId: string;
  summary: string;
  'x-right': string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': Content } };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

/** What the server says of its REST interface (OpenAPI 3.1). */
export interface V1Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, V1Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** @throws if there is no answer, or no document. */
export async function fetchV1Document(): Promise<V1Document> {
  const response = await fetch(`${site.apiBase}${paths.v1}/openapi.json`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!response.ok) throw new TypeError('The server sent no document');
  return response.json();
}
