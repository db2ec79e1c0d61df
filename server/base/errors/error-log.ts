import { StandardSchemaV1Error } from '@trpc/server';
// biome-ignore lint/plugin/imports: knows a failed query by its class, and keeps its parameters out of the log
import { DrizzleQueryError } from 'drizzle-orm';
// biome-ignore lint/plugin/imports: knows a database error by its class, and logs its code instead of its message
import pg from 'pg';
import { fieldErrorsOf } from '../../../src/domain/errors.ts';
import { withSourcePositions } from './source-positions.ts';

const TOO_MANY_CONNECTIONS = '53300';

export function operatorMessage(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!('code' in current) || current.code !== TOO_MANY_CONNECTIONS) continue;
    return 'PostgreSQL allows no more connections. Raise its limit (max_connections), or set SERVERS to how many servers share it.';
  }
  return undefined;
}

const MAX_LOGGED_MESSAGE_LENGTH = 2_000;

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/** Leaves out query values and the database's messages, which repeat them. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { stack = '', message } = error;
  const details = loggableDetails(error);
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return {
    type: error.constructor.name,
    ...details,
    message: details.message.slice(0, MAX_LOGGED_MESSAGE_LENGTH),
    stack: withSourcePositions(frames.join('\n')),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}

function loggableDetails(error: Error): { message: string; [more: string]: unknown } {
  if (error instanceof DrizzleQueryError) return { message: error.query };
  if (error instanceof StandardSchemaV1Error) return { message: Object.keys(fieldErrorsOf(error.issues)).join(', ') };
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint, routine = '' } = error;
    return { message: operatorMessage(error) ?? routine, code, table, column, constraint };
  }
  return { message: error.message, ...('code' in error && { code: error.code }) };
}

export const getDatabaseError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
