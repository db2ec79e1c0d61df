/** Who may do what: the gate, the app's pages and links, and the tests all read this table. */
import { paths } from './paths.ts';

export const ROLES = ['manager', 'dispatcher', 'accountant', 'courier', 'shipper'] as const;
export type Role = (typeof ROLES)[number];

const MANAGER: readonly Role[] = ['manager'];
const PARCELS: readonly Role[] = ['manager', 'dispatcher'];
const MONEY: readonly Role[] = ['manager', 'accountant'];
const DESK: readonly Role[] = ['manager', 'dispatcher', 'accountant'];
const COURIER: readonly Role[] = ['courier'];
const SHIPPER: readonly Role[] = ['shipper'];

/**
 * The roles for each call that not every verified person may make; `files.*` receive and send
 * files.
 */
export const ROLES_OF_CALLS = {
  'shipmentAdmin.getShipments': PARCELS,
  'shipmentAdmin.getSelection': PARCELS,
  'shipmentAdmin.getShipment': PARCELS,
  'shipmentAdmin.showCodes': MANAGER,
  'shipmentAdmin.sendCode': MANAGER,
  'shipmentAdmin.changeAccount': MANAGER,
  'shipmentAdmin.setProof': PARCELS,
  'shipmentAdmin.createShipment': PARCELS,
  'shipmentAdmin.updateShipment': PARCELS,
  'shipmentAdmin.updateParcel': PARCELS,
  'shipmentAdmin.correctParty': PARCELS,
  'shipmentAdmin.updateShipmentActivity': PARCELS,
  'shipmentAdmin.deleteShipment': PARCELS,
  'shipmentImport.getImports': PARCELS,
  'shipmentImport.getImport': PARCELS,
  'shipmentImport.getRows': PARCELS,
  'shipmentImport.start': PARCELS,
  'shipmentImport.undo': PARCELS,
  'bulk.getAll': PARCELS,
  'bulk.get': PARCELS,
  'bulk.getItems': PARCELS,
  'bulk.preview': PARCELS,
  'bulk.start': PARCELS,
  'bulk.retry': PARCELS,
  'bulk.undo': PARCELS,
  'savedFilter.list': PARCELS,
  'savedFilter.save': PARCELS,
  'savedFilter.rename': PARCELS,
  'savedFilter.delete': PARCELS,
  'files.exportShipments': PARCELS,
  'files.importShipments': PARCELS,
  'files.getImportReport': PARCELS,
  'files.uploadImage': PARCELS,
  'files.printLabels': PARCELS,
  'runAdmin.list': PARCELS,
  'runAdmin.get': PARCELS,
  'runAdmin.pool': PARCELS,
  'runAdmin.couriers': PARCELS,
  'runAdmin.sortMap': PARCELS,
  'runAdmin.suggestOrder': PARCELS,
  'runAdmin.plan': PARCELS,
  'runAdmin.createMany': PARCELS,
  'runAdmin.cancelMany': PARCELS,
  'runAdmin.windows': MANAGER,
  'runAdmin.exceptions': PARCELS,
  'runAdmin.resolve': PARCELS,
  'runAdmin.forgetPlace': PARCELS,
  'runAdmin.create': PARCELS,
  'runAdmin.add': PARCELS,
  'runAdmin.reorder': PARCELS,
  'runAdmin.release': PARCELS,
  'runAdmin.move': PARCELS,
  'runAdmin.close': PARCELS,
  'runAdmin.cancel': PARCELS,
  'deskAdmin.getWork': DESK,
  'deskAdmin.getPrinters': PARCELS,
  'deskAdmin.getPrints': PARCELS,
  'deskAdmin.scan': PARCELS,
  'auditAdmin.getEntries': DESK,
  'auditAdmin.findDeleted': DESK,
  'recordsAdmin.getCheck': MANAGER,
  'userAdmin.getUsers': MONEY,
  'userAdmin.getUser': MONEY,
  'userAdmin.verifyUser': MANAGER,
  'userAdmin.deleteUser': MANAGER,
  'userAdmin.setRoles': MANAGER,
  'userAdmin.endSessions': MANAGER,
  'userAdmin.getPrograms': MANAGER,
  'userAdmin.endPrograms': MANAGER,
  'userAdmin.resetFactors': MANAGER,
  'userAdmin.cancelFactorReset': MANAGER,
  'transactionAdmin.getFallbackBankAccount': MONEY,
  'transactionAdmin.createFallbackBankAccount': MONEY,
  'transactionAdmin.getUserTransactions': MONEY,
  'transactionAdmin.getPendingWithdrawals': MONEY,
  'transactionAdmin.getUserBalance': MONEY,
  'transactionAdmin.getUserBankAccount': MONEY,
  'transactionAdmin.addDeposit': MONEY,
  'transactionAdmin.chargeFee': MONEY,
  'transactionAdmin.updateTransaction': MONEY,
  'transactionAdmin.deleteTransaction': MONEY,
  'transactionAdmin.decide': MONEY,
  'transactionAdmin.createBankAccount': MONEY,
  'transactionAdmin.updateBankAccount': MONEY,
  'transactionAdmin.deleteBankAccount': MONEY,
  'pickupAdmin.list': PARCELS,
  'pickupAdmin.arrange': PARCELS,
  'pickupAdmin.decline': PARCELS,
  'rateAdmin.list': MONEY,
  'rateAdmin.shops': MONEY,
  'rateAdmin.save': MONEY,
  'rateAdmin.delete': MONEY,
  'billAdmin.getUserBills': MONEY,
  'billAdmin.getShipmentBills': MONEY,
  'billAdmin.addBill': MONEY,
  'billAdmin.deleteBill': MONEY,
  'mail.send': MANAGER,
  'mail.getMails': MANAGER,
  'mail.getMail': MANAGER,
  'mail.resend': MANAGER,
  'courier.getRun': COURIER,
  'apiKey.list': SHIPPER,
  'apiKey.create': SHIPPER,
  'apiKey.revoke': SHIPPER,
  'webhook.list': SHIPPER,
  'webhook.create': SHIPPER,
  'webhook.change': SHIPPER,
  'webhook.remove': SHIPPER,
  'webhook.test': SHIPPER,
  'webhook.replay': SHIPPER,
  'webhook.resend': SHIPPER,
  'webhook.rotateSecret': SHIPPER,
  'webhook.deliveries': SHIPPER,
  'shipper.getQuote': SHIPPER,
  'shipper.createShipment': SHIPPER,
  'shipper.cancelShipment': SHIPPER,
  'shipper.getSender': SHIPPER,
  'shipper.saveSender': SHIPPER,
  'shipper.getDrafts': SHIPPER,
  'shipper.getDraft': SHIPPER,
  'shipper.saveDraft': SHIPPER,
  'shipper.deleteDrafts': SHIPPER,
  'shipper.confirmDrafts': SHIPPER,
  'shipper.takeDrafts': SHIPPER,
  'shipper.getChangedOrders': SHIPPER,
  'shipper.answerChange': SHIPPER,
  'shipper.saveMapping': SHIPPER,
  'shipper.getUnprinted': SHIPPER,
  'shopConnection.list': SHIPPER,
  'shopConnection.connect': SHIPPER,
  'shopConnection.change': SHIPPER,
  'shopConnection.replaceSecret': SHIPPER,
  'shopConnection.disconnect': SHIPPER,
  'shipper.getPickups': SHIPPER,
  'shipper.createPickup': SHIPPER,
  'shipper.cancelPickup': SHIPPER,
  'files.importDrafts': SHIPPER,
} satisfies Record<string, readonly Role[]>;
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

/** Why someone may not change rates: their own, or as a shipper the brand’s (null). */
export function ratesRefusal(person: Member & { id: string }, userId: string | null): string | null {
  if (person.id === userId) return OWN_ACCOUNT;
  return userId === null && rolesOf(person).includes('shipper') ? OWN_RATES : null;
}

export const isAtDesk = (person: Member): boolean => may(person, 'deskAdmin.getWork');

/** What /manager is called (specification section 1: *Manager* is for managers). */
export const deskName = (person: Member | null): string => (person && !person.header ? 'Desk' : 'Manager');

/** Where someone begins who has asked for no page. The specification sends managers home. */
export const startPathOf = (person: Member): string =>
  isAtDesk(person) && !person.header ? paths.manager : paths.home;

/** Such as `Manager, courier`; empty without roles. */
export function formatRoles(person: Member): string {
  const words = rolesOf(person).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
