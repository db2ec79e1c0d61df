import * as v from 'valibot';
import { IdSchema } from './field-schemas.ts';

const ofOne = <const Action extends string>(...actions: Action[]) =>
  v.object({ view: v.picklist(actions), id: IdSchema });
const ofAccount = <const Action extends string>(...actions: Action[]) => v.object({ view: v.picklist(actions) });

const AccountViewSchema = v.union([
  ofOne('delete-transaction', 'delete-bill', 'delete-bank-account', 'update-transaction'),
  ofAccount('add-deposit', 'add-bill', 'charge-fee', 'update-bank-account'),
]);
export type AccountView = v.InferOutput<typeof AccountViewSchema>;

const SettingsViewSchema = v.union([ofOne('delete-bank-account'), ofAccount('update-bank-account')]);
export type SettingsView = v.InferOutput<typeof SettingsViewSchema>;

type Search = Iterable<readonly [string, string]>;

/** Finds the view in a search of /manager/users/{id}/account (specification section 2). */
export const accountViewIn = (search: Search): AccountView | null => viewIn(AccountViewSchema, search);

/** Finds the view in a search of /manager/settings (specification section 2), or null. */
export const settingsViewIn = (search: Search): SettingsView | null => viewIn(SettingsViewSchema, search);

function viewIn<View>(schema: v.GenericSchema<unknown, View>, search: Search): View | null {
  const { success, output } = v.safeParse(schema, Object.fromEntries(search));
  return success ? output : null;
}
