import type { SignedIn } from '../auth/store/sessions.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

interface Call<Context, Input> {
  ctx: Context;
  input: Input;
}
type Writing = { unit: UnitOfWork };
type Reading = { services: Pick<Services, 'db'> };
type Personal = { signedIn: SignedIn };

export const change =
  <Input, Result>(run: (unit: UnitOfWork, input: Input) => Result) =>
  ({ ctx, input }: Call<Writing, Input>): Result =>
    run(ctx.unit, input);

/** Returns the id of what it makes. */
export const create =
  <Input>(run: (unit: UnitOfWork, input: Input) => Promise<string>) =>
  async ({ ctx, input }: Call<Writing, Input>): Promise<{ id: string }> => ({ id: await run(ctx.unit, input) });

/** What belongs to who calls. */
export const changeOwn =
  <Input, Result>(run: (unit: UnitOfWork, userId: string, input: Input) => Result) =>
  ({ ctx, input }: Call<Writing & Personal, Input>): Result =>
    run(ctx.unit, ctx.signedIn.user.id, input);

export const read =
  <Input, Result>(run: (db: Services['db'], input: Input) => Result) =>
  ({ ctx, input }: Call<Reading, Input>): Result =>
    run(ctx.services.db, input);

/** For calls that need more than the database. */
export const readWith =
  <Input, Result>(run: (services: Services, input: Input) => Result) =>
  ({ ctx, input }: Call<{ services: Services }, Input>): Result =>
    run(ctx.services, input);

export const readOwn =
  <Input, Result>(run: (db: Services['db'], userId: string, input: Input) => Result) =>
  ({ ctx, input }: Call<Reading & Personal, Input>): Result =>
    run(ctx.services.db, ctx.signedIn.user.id, input);

export const readOwnWith =
  <Input, Result>(run: (services: Services, userId: string, input: Input) => Result) =>
  ({ ctx, input }: Call<{ services: Services } & Personal, Input>): Result =>
    run(ctx.services, ctx.signedIn.user.id, input);
