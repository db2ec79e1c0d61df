import * as v from 'valibot';
import { IdSchema } from './field-schemas.ts';

const ofOne = <const Action extends string>(...actions: Action[]) =>
  v.object({ view: v.picklist(actions), id: IdSchema });
const ofAccount = <const Action extends string>(...actions: Action[]) => v.object({ view: v.picklist(actions) });

/** The action open on a manager's account page, with an id if there are several targets. */
const AccountViewSchema = v.union([
  ofOne('delete-transaction', 'delete-bill', 'delete-bank-account', 'update-transaction'),
  ofAccount('add-deposit', 'add-bill', 'charge-fee', 'update-bank-account'),
]);
export type AccountView = v.InferOutput<typeof AccountViewSchema>;

/** What is open on /manager/settings, which has only the general bank account. */
const SettingsViewSchema = v.union([ofOne('delete-bank-account'), ofAccount('update-bank-account')]);
export type SettingsView = v.InferOutput<typeof SettingsViewSchema>;

/** The query string of an address, as `URLSearchParams` yields it. */
type Search = Iterable<readonly [string, string]>;

/**
 * The view in the search of /manager/users/{id}/account (specification section 2); null if unknown.
 */
export const accountViewIn = (search: Search): AccountView | null => viewIn(AccountViewSchema, search);

/** The view an address asks for (specification section 2, /manager/settings), or null. */
export const settingsViewIn = (search: Search): SettingsView | null => viewIn(SettingsViewSchema, search);

function viewIn<View>(schema: v.GenericSchema<unknown, View>, search: Search): View | null {
  const { success, output } = v.safeParse(schema, Object.fromEntries(search));
  return success ? output : null;
}
