import * as v from 'valibot';
import { texts } from '../../domain/errors.ts';
import { CallError } from './call-error.ts';

/** Networks answer anything with success. @throws CallError */
export function checkAnswer<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, answer);
  if (!success) throw new CallError('fault', { message: texts.badTransport });
  return output;
}
