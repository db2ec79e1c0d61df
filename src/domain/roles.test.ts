import { expect, it } from 'vitest';
import { deskName, formatRoles, may, type RestrictedCall, ROLES, ROLES_OF_CALLS, rolesOf, seesMoney } from './roles.ts';

const nobody = { header: false, courier: false };
const calls = Object.keys(ROLES_OF_CALLS) as RestrictedCall[];

const isOfShops = (call: string) =>
  /^(?:apiKey|recurring|webhook|shipper|shopConnection)\./.test(call) ||
  ['files.importDrafts', 'reports.isOwnEmailed', 'reports.emailOwn'].includes(call);

it('a shipper may do what is only for shops, and nothing else', () => {
  const shops = calls.filter((call) => may({ ...nobody, roles: ['shipper'] }, call));
  expect(shops).toEqual(calls.filter(isOfShops));
});

it('a manager may do all that anybody at the desk may', () => {
  const refused = calls.filter((call) => !may({ ...nobody, roles: ['manager'] }, call));
  expect(refused.filter((call) => !isOfShops(call))).toEqual(['courier.getRun']);
});

it('a person may do what any of their roles allows, and without roles nothing', () => {
  const both = { ...nobody, roles: ['dispatcher', 'accountant'] as const };
  expect([may(both, 'runAdmin.list'), may(both, 'billAdmin.addBill'), may(both, 'userAdmin.setRoles')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(calls.filter((call) => may(nobody, call))).toEqual([]);
});

it('a dispatcher and an accountant share nothing but their worklist, histories and counting cash', () => {
  const COUNTING = ['runAdmin.openCash', 'runAdmin.countCash'];
  const shared = calls.filter((call) =>
    ['dispatcher', 'accountant'].every((one) => ROLES_OF_CALLS[call].includes(one as never)),
  );
  expect(shared).toEqual(['deskAdmin.getWork', 'auditAdmin.getEntries', 'auditAdmin.findDeleted', ...COUNTING]);
});

it('a call that is not in the table is nobody’s, whatever it is called', () => {
  const all = { ...nobody, roles: ROLES };
  for (const call of ['userAdmin.setEverything', 'constructor', '__proto__', ''])
    expect(may(all, call as RestrictedCall)).toBe(false);
});

it('a profile that 0.1.0 has stored has the roles of its two flags', () => {
  expect(rolesOf({ header: true, courier: true })).toEqual(['manager', 'courier']);
  expect(seesMoney({ header: true, courier: false })).toBe(true);
  expect(formatRoles({ header: true, courier: true })).toBe('Manager, courier');
  expect(formatRoles(nobody)).toBe('');
});

it('the desk is called Manager by managers only', () => {
  expect(deskName({ ...nobody, header: true })).toBe('Manager');
  expect(deskName({ ...nobody, roles: ['accountant'] })).toBe('Desk');
});
