/** Declares procedures, for the server that answers them and for the app that calls them. */
import * as v from 'valibot';
import { DoneSchema, done } from '../field-schemas.ts';

type Kind = 'query' | 'mutation' | 'subscription';

export interface Call<
  Input extends v.GenericSchema = v.GenericSchema,
  Output extends v.GenericSchema = v.GenericSchema,
  Kinds extends Kind = Kind,
> {
  kind: Kinds;
  input: Input;
  output: Output;
}

const declare =
  <Kinds extends Kind>(kind: Kinds) =>
  <Input extends v.GenericSchema, Output extends v.GenericSchema>(
    input: Input,
    output: Output,
  ): Call<Input, Output, Kinds> => ({ kind, input, output });

export const query = declare('query');
export const mutation = declare('mutation');
export const subscription = declare('subscription');

/** The input of a procedure that takes none. */
export const NOTHING = v.any() as unknown as v.GenericSchema<void, void>;

/** Output of a mutation without data: what its operation returns for others is not sent. */
export const doneOutput = v.pipe(
  v.unknown(),
  v.transform(() => done),
  DoneSchema,
);

export const idOutput = v.object({ id: v.string() });
