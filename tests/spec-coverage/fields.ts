/** Section 5: what each form asks for, and what it says where something is missing. */
import type { Group } from './row.ts';

const TRAVELS = 'tests/journeys/a-parcel-travels.spec.ts';
/** One row for each input of each procedure; it holds that exactly these fields are required. */
const INPUTS = 'tests/server/procedure-inputs.test.ts';
const PATHS = 'src/domain/paths.test.ts';
const PEOPLE = 'tests/journeys/people.spec.ts';

const SHIPMENT = [
  'description',
  'weight',
  'dimensions',
  'service',
  'value',
  'fee',
  'payer',
  'shipTo',
  'shipDate',
  'senderName',
  'senderEmail',
  'senderPhone',
  'receiverName',
  'receiverEmail',
  'receiverPhone',
];
const BANK_ACCOUNT = ['accountName', 'bankName', 'accountNumber', 'routingNumber'];

export const fields: Group[] = [
  {
    section: '5 tracking ID: required',
    shownBy: INPUTS,
    of: 'shipment.getShipmentByTrackingId',
    says: ['trackingId'],
  },
  {
    section: '5 register: required',
    shownBy: INPUTS,
    of: 'auth.register',
    says: ['firstName', 'lastName', 'email', 'phone', 'dob', 'address', 'city', 'state', 'nationality', 'password'],
  },
  {
    section: '5 register',
    shownBy: PEOPLE,
    says: [{ what: 'nationality chosen from the countries list', as: 'Sweden', of: 'option' }, 'Show password'],
  },
  { section: '5 login', shownBy: INPUTS, of: 'auth.login', says: ['email', 'password'] },
  { section: '5 forgot password', shownBy: INPUTS, of: 'auth.forgotPassword', says: ['email'] },
  { section: '5 reset', shownBy: INPUTS, of: 'auth.resetPassword', says: ['password', 'token'] },
  {
    section: '5 link shipment: required',
    shownBy: INPUTS,
    of: 'shipment.linkShipment',
    says: ['receiverCode', 'senderCode'],
  },
  {
    section: '5 detailed-view code: required',
    shownBy: INPUTS,
    of: 'shipment.verifyShipmentCode',
    says: ['code'],
  },
  {
    section: '5 withdrawal: all fields required',
    shownBy: INPUTS,
    of: 'transaction.withdraw',
    says: ['amount', 'accountNumber', 'bankName', 'routingNumber', 'iban', 'bankCode', 'summary'],
  },
  {
    section: '5 bank account: required (special)',
    shownBy: INPUTS,
    of: 'transactionAdmin.createBankAccount',
    says: BANK_ACCOUNT,
  },
  {
    section: '5 bank account: required (fallback)',
    shownBy: INPUTS,
    of: 'transactionAdmin.createFallbackBankAccount',
    says: BANK_ACCOUNT,
  },
  {
    section: '5 bank account: required (update)',
    shownBy: INPUTS,
    of: 'transactionAdmin.updateBankAccount',
    says: BANK_ACCOUNT,
  },
  {
    section: '5 shipment create: required',
    shownBy: INPUTS,
    of: 'shipmentAdmin.createShipment',
    says: SHIPMENT,
  },
  {
    section: '5 shipment create: all except',
    shownBy: INPUTS,
    of: 'shipmentAdmin.createShipment',
    says: ['senderCountry', 'receiverCountry', 'images'],
  },
  {
    section: '5 shipment update: required',
    shownBy: INPUTS,
    of: 'full fields',
    says: [...SHIPMENT, 'deliveryDate'],
  },
  {
    section: '5 shipment',
    shownBy: 'src/domain/dates.test.ts',
    says: [
      { what: 'Dates use a datetime-local control', as: '2026-11-20T06:40', of: 'toLocalInput' },
      { what: 'shipDate converted to ISO on submit', as: '2026-11-20T06:40', of: 'fromLocalInput' },
    ],
  },
  {
    section: '5 shipment',
    shownBy: 'tests/journeys/images.spec.ts',
    says: [{ what: 'Images are uploaded one by one', as: 'Uploading image 1 of 4.' }, 'No images selected'],
  },
  {
    section: '5 add-location',
    shownBy: INPUTS,
    of: 'shipmentAdmin.updateShipmentActivity',
    says: ['address', 'comment'],
  },
  {
    section: '5 deposit',
    shownBy: INPUTS,
    of: 'transactionAdmin.addDeposit',
    says: ['amount', 'summary', 'status'],
  },
  { section: '5 fee', shownBy: INPUTS, of: 'transactionAdmin.chargeFee', says: ['amount', 'summary', 'status'] },
  { section: '5 bill', shownBy: INPUTS, of: 'billAdmin.addBill', says: ['amount', 'summary', 'trackingId'] },
  {
    section: '5 transaction update',
    shownBy: INPUTS,
    of: 'transactionAdmin.updateTransaction',
    says: ['amount', 'status'],
  },
  { section: '5 mail: required', shownBy: INPUTS, of: 'mail.send', says: ['receiver', 'subject', 'body'] },
  {
    section: '5 password change',
    shownBy: INPUTS,
    of: 'user.updatePassword',
    says: ['currentPassword', 'password', 'confirmPassword'],
  },
  {
    section: '5 route search',
    shownBy: 'src/domain/pagination.test.ts',
    says: [{ what: 'page number >= 1 else 1', as: '-1', of: 'parsePage' }],
  },
  {
    section: '5 route search',
    shownBy: PATHS,
    says: [
      { what: 'detailed optional boolean', as: '/track/W48207K159XQ?detailed=true' },
      { what: 'view optional enum', as: '/track/W48207K159XQ?view=link' },
      { what: 'token optional string', as: '/verify-email?token=abc' },
    ],
  },
  {
    section: '5 forms',
    shownBy: TRAVELS,
    says: [
      { what: 'Forms validate on submit', as: 'Description is required.' },
      { what: 'Server errors: general message to the form root', as: 'Incorrect email or password.' },
      { what: 'Server errors: fieldErrors to their fields', as: 'That code doesn’t match this shipment.' },
    ],
  },
];
