/**
 * Section 7: the calls. A procedure is shown by the table that calls it over HTTP as every
 * principal.
 */
import type { Group } from './row.ts';

const PRINCIPALS = 'tests/server/principals.test.ts';

export const procedures: Group[] = [
  {
    section: '7 procedures',
    shownBy: PRINCIPALS,
    says: [
      'auth.register',
      'auth.login',
      'auth.profile',
      'auth.requestVerification',
      'auth.verify',
      'auth.forgotPassword',
      'auth.resetPassword',
      'user.updateProfile',
      'user.updatePassword',
      'shipment.getShipmentByTrackingId',
      'shipment.verifyShipmentCode',
      'shipment.getShipmentsStats',
      'shipment.getShipments',
      'shipment.linkShipment',
      'bill.getBills',
      'transaction.getTransactions',
      'transaction.getBalance',
      'transaction.getBankAccount',
      'transaction.withdraw',
      'shipmentAdmin.getShipments',
      'shipmentAdmin.getShipment',
      'shipmentAdmin.createShipment',
      'shipmentAdmin.updateShipment',
      'shipmentAdmin.updateShipmentActivity',
      'shipmentAdmin.deleteShipment',
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
    shownBy: 'tests/journeys/whole-map-offline.spec.ts',
    says: [
      {
        what: 'cache persisted in local storage only for successful queries whose key starts with cache',
        as: 'cache',
        of: 'clientState',
      },
    ],
  },
  {
    section: '7 other calls',
    shownBy: 'src/api/countries.test.ts',
    of: 'fetchCountries',
    says: [
      { what: 'countries list: name, sorted by name', as: 'Åland Islands' },
      { what: 'countries list: alpha3Code', as: 'ALA' },
    ],
  },
  {
    section: '7 other calls',
    shownBy: 'tests/journeys/images.spec.ts',
    says: [
      { what: 'upload: multipart with file', as: 'file', of: 'fields' },
      { what: 'upload: multipart with upload preset', as: 'upload_preset', of: 'fields' },
    ],
  },
  {
    section: '7 other calls',
    shownBy: 'tests/server/images.test.ts',
    says: [{ what: 'upload: returning secure_url', as: 'secure_url', of: 'public_id' }],
  },
];
