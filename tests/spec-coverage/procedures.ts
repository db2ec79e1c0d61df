/** Section 7: the calls. A procedure is shown by the table that calls it over HTTP as every principal. */
import type { Group } from './row.ts';

const PRINCIPALS = 'tests/server/principals.test.ts';

export const procedures: Group[] = [
  {
    section: '7 procedures',
    shownBy: PRINCIPALS,
    says: [
      'auth.login',
      'auth.profile',
      'auth.resetPassword',
      'shipment.getShipmentByTrackingId',
      'shipment.verifyShipmentCode',
      'bill.getBills',
      'shipmentAdmin.getShipments',
      'shipmentAdmin.getShipment',
      'shipmentAdmin.createShipment',
      'shipmentAdmin.updateShipment',
      'shipmentAdmin.updateShipmentActivity',
      'shipmentAdmin.deleteShipment',
    ],
  },
  {
    section: '7 procedures',
    issue: 'People',
    says: [
      'auth.register',
      'auth.requestVerification',
      'auth.verify',
      'auth.forgotPassword',
      'user.updateProfile',
      'user.updatePassword',
    ],
  },
  {
    section: '7 procedures',
    issue: "The customer's desk",
    says: [
      'shipment.getShipmentsStats',
      'shipment.getShipments',
      'shipment.linkShipment',
      'transaction.getTransactions',
      'transaction.getBalance',
      'transaction.getBankAccount',
      'transaction.withdraw',
    ],
  },
  {
    section: '7 procedures',
    issue: "The manager's desk",
    says: [
      'userAdmin.getUsers',
      'userAdmin.getUser',
      'userAdmin.verifyUser',
      'userAdmin.deleteUser',
      'transactionAdmin.getFallbackBankAccount',
      'transactionAdmin.createFallbackBankAccount',
      'transactionAdmin.getUserTransactions',
      'transactionAdmin.getUserBalance',
      'transactionAdmin.getUserBankAccount',
      'transactionAdmin.addDeposit',
      'transactionAdmin.chargeFee',
      'transactionAdmin.updateTransaction',
      'transactionAdmin.deleteTransaction',
      'transactionAdmin.createBankAccount',
      'transactionAdmin.updateBankAccount',
      'transactionAdmin.deleteBankAccount',
      'billAdmin.getUserBills',
      'billAdmin.addBill',
      'billAdmin.deleteBill',
      'mail.send',
    ],
  },

  {
    section: '7 transport',
    shownBy: 'src/domain/paths.test.ts',
    says: ['/api/trpc'],
  },
  {
    section: '7 transport',
    shownBy: 'tests/journeys/a-parcel-travels.spec.ts',
    says: [
      { what: 'requests may be batched (batch=1)', as: 'batch=1' },
      { what: "read from local storage key 'token'", as: 'token' },
      { what: 'an Authorization header with a Bearer token', as: 'Bearer {token}' },
    ],
  },
  {
    section: '7 transport',
    issue: 'A parcel is seen',
    says: [
      'cache persisted in local storage only for successful queries whose key starts with cache',
      'countries list: name, alpha3Code, sorted by name',
      'upload: multipart with file and upload preset, returning secure_url',
    ],
  },
];
