import * as v from 'valibot';
import { IdSchema } from './field-schemas.ts';

const ofOne = <const Action extends string>(...actions: Action[]) =>
  v.object({ view: v.picklist(actions), id: IdSchema });
const ofAccount = <const Action extends string>(...actions: Action[]) => v.object({ view: v.picklist(actions) });

/** What is open on a manager's page about an account: an action, with the id of what it is about where there are several. */
const AccountViewSchema = v.union([
  ofOne('delete-transaction', 'delete-bill', 'delete-bank-account', 'update-transaction'),
  ofAccount('add-deposit', 'add-bill', 'charge-fee', 'update-bank-account'),
]);
export type AccountView = v.InferOutput<typeof AccountViewSchema>;

/** What is open on /manager/settings, where only the general bank account stands. */
const SettingsViewSchema = v.union([ofOne('delete-bank-account'), ofAccount('update-bank-account')]);
export type SettingsView = v.InferOutput<typeof SettingsViewSchema>;

/** What stands behind the ? of an address, as `URLSearchParams` tells it. */
type Search = Iterable<readonly [string, string]>;

/** The view an address asks for (specification section 2, /manager/users/{id}/account), or null for none or an unknown one. */
export const accountViewIn = (search: Search): AccountView | null => viewIn(AccountViewSchema, search);

/** The view an address asks for (specification section 2, /manager/settings), or null. */
export const settingsViewIn = (search: Search): SettingsView | null => viewIn(SettingsViewSchema, search);

function viewIn<View>(schema: v.GenericSchema<unknown, View>, search: Search): View | null {
  const { success, output } = v.safeParse(schema, Object.fromEntries(search));
  return success ? output : null;
}
