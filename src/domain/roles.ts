/** The gate, the app’s pages and links, and the tests all read this table. */
import { withCalls } from './calls.ts';

export const ROLES = ['manager', 'dispatcher', 'accountant', 'courier', 'shipper'] as const;
export type Role = (typeof ROLES)[number];

const MANAGER: readonly Role[] = ['manager'];
const PARCELS: readonly Role[] = ['manager', 'dispatcher'];
const MONEY: readonly Role[] = ['manager', 'accountant'];
const DESK: readonly Role[] = ['manager', 'dispatcher', 'accountant'];
const COURIER: readonly Role[] = ['courier'];
const SHIPPER: readonly Role[] = ['shipper'];

/** Every verified person may make the other calls; `files.*` receive and send files. */
export const ROLES_OF_CALLS = {
  ...withCalls(PARCELS, [
    'shipmentAdmin: getShipments getSelection getShipment findContacts setProof createShipment updateShipment updateParcel',
    'shipmentAdmin: correctParty updateShipmentActivity deleteShipment createReturn',
    'shipmentImport: getImports getImport getRows start undo',
    'bulk: getAll get getItems preview start retry undo',
    'savedFilter: list save rename delete',
    'files: exportShipments importShipments getImportReport uploadImage printLabels',
    'runAdmin: list get daySheet emailDaySheet pool couriers sortMap suggestOrder plan createMany cancelMany releaseMany exceptions resolve',
    'runAdmin: forgetPlace create add reorder release move close cancel',
    'reports: get',
    'deskAdmin: getPrinters getPrints scan',
    'pickupAdmin: list arrange decline plan create',
    'choiceAdmin: lock decide answerWish',
  ]),
  ...withCalls(MONEY, [
    'userAdmin: getUsers getUser',
    'transactionAdmin: getFallbackBankAccount createFallbackBankAccount getUserTransactions getPendingWithdrawals',
    'transactionAdmin: getUserBalance getUserBankAccount addDeposit chargeFee updateTransaction deleteTransaction',
    'transactionAdmin: decide getOwing remind createBankAccount updateBankAccount deleteBankAccount',
    'rateAdmin: list shops save delete getCod setCod',
    'statementAdmin: get list credit duePayouts payOut exports createExports',
    'files: exportJournal exportOwing',
    'billAdmin: getUserBills getShipmentBills addBill setBillPaid deleteBill',
    'bankAdmin: getEntries getChoices book assign setAside getPayouts createPayoutFile discardPayoutFile',
    'bankAdmin: settleHeld',
    'reports: getMoney getMoneyLines',
    'files: importStatement getPayoutFile',
  ]),
  ...withCalls(DESK, ['deskAdmin: getWork', 'auditAdmin: getEntries findDeleted', 'runAdmin: openCash countCash']),
  ...withCalls(MANAGER, [
    'statementAdmin: setPeriod',
    'shipmentAdmin: showCodes sendCode changeAccount',
    'runAdmin: windows releaseCode',
    'recordsAdmin: getCheck settleFailedJobs',
    'userAdmin: verifyUser deleteUser setRoles endSessions getPrograms endPrograms resetFactors cancelFactorReset',
    'userAdmin: inviteUser deactivateUser reactivateUser setCourierLimits',
    'settings: get getSetUp getFiles preview save saveFile',
    'mail: send getMails getMail getSms preview resend',
  ]),
  ...withCalls(COURIER, ['courier: getRun']),
  ...withCalls([...PARCELS, ...SHIPPER], ['recurring: list repeat']),
  ...withCalls(SHIPPER, [
    'apiKey: list create revoke',
    'webhook: list create change remove test replay resend rotateSecret deliveries',
    'shipper: getQuote getPrices createShipment cancelShipment getSender saveSender getDrafts getDraft saveDraft',
    'shipper: deleteDrafts confirmDrafts takeDrafts getChangedOrders answerChange saveMapping getUnprinted',
    'shipper: getPickups createPickup changePickup savePickupDays cancelPickup createReturn decideReturn getReturns saveReturns',
    'shipper: getAskedAddresses findReceivers',
    'shipper: getUndecided',
    'shopConnection: list connect change replaceSecret disconnect',
    'reports: isOwnEmailed emailOwn',
    'files: importDrafts',
  ]),
};
export type RestrictedCall = keyof typeof ROLES_OF_CALLS;

export interface Member {
  /** Missing in profiles that 0.1.0 has stored on a device. */
  roles?: readonly Role[] | undefined;
  header: boolean;
  courier: boolean;
}

export function rolesOf({ roles = [], header, courier }: Member): Role[] {
  const has: Partial<Record<Role, boolean>> = { manager: header, courier };
  return ROLES.filter((one) => has[one] || roles.includes(one));
}

export function may(person: Member, call: RestrictedCall): boolean {
  const allowed: readonly Role[] = Object.hasOwn(ROLES_OF_CALLS, call) ? ROLES_OF_CALLS[call] : [];
  return rolesOf(person).some((one) => allowed.includes(one));
}

export const seesMoney = (person: Member): boolean => may(person, 'billAdmin.getShipmentBills');

export const maySetFee = (person: Member): boolean => may(person, 'rateAdmin.save');

/** Nobody pays, credits, bills or rates themselves. */
export const OWN_ACCOUNT = 'This is your own account. Ask someone else to do it.';
export const OWN_RATES = 'These rates price your own parcels. Ask someone else to do it.';

/** Nobody may change their own rates, and no shipper the brand’s (null). */
export function ratesRefusal(person: Member & { id: string }, userId: string | null): string | null {
  if (person.id === userId) return OWN_ACCOUNT;
  return userId === null && rolesOf(person).includes('shipper') ? OWN_RATES : null;
}

export const isAtDesk = (person: Member): boolean => may(person, 'deskAdmin.getWork');

/** *Manager* is for managers (specification section 1). */
export const deskName = (person: Member | null): string => (person && !person.header ? 'Desk' : 'Manager');

/** Such as `Manager, courier`; empty without roles. */
export function formatRoles(person: Member): string {
  const words = rolesOf(person).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
