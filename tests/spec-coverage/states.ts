/** Sections 3 and 4: the words an entity may have, its states, and the timeline. */
import type { Group } from './row.ts';

const CUSTOMERS = 'tests/journeys/customers.spec.ts';
const SHIPMENT = 'src/domain/shipment.test.ts';
const STATUSES = 'src/domain/shipment-status.test.ts';
const TIMELINE = 'src/domain/timeline.test.ts';
const TRANSACTION = 'src/domain/transaction.test.ts';

export const states: Group[] = [
  { section: '3 shipment: payer', shownBy: SHIPMENT, of: 'PAYERS', says: ['sender', 'receiver', 'both'] },
  {
    section: '3 shipment: payer',
    shownBy: SHIPMENT,
    says: [{ what: 'default receiver', as: 'receiver', of: 'DEFAULT_PAYER' }],
  },
  { section: '3 timeline step', shownBy: TIMELINE, says: ['started', 'completed', 'pending', 'idle'] },
  {
    section: '3 transaction: type',
    shownBy: TRANSACTION,
    says: [{ what: 'deposit or other', as: 'deposit', of: 'TRANSACTION_TYPES' }],
  },
  {
    section: '3 mail',
    shownBy: 'src/domain/mail.test.ts',
    says: [{ what: 'body (** supports bold)', as: '**all**', of: '[all]' }],
  },
  {
    section: '3 paged shipment list',
    shownBy: 'src/domain/paged.test.ts',
    says: ['data', 'total', 'pagination', 'prev', 'next'],
  },

  {
    section: '4 shipment statuses',
    shownBy: STATUSES,
    of: 'SHIPMENT_STATUSES',
    says: ['in-progress', 'shipped', 'delivery', 'held', 'delivered', 'cancelled', 'failed'],
  },
  {
    section: '4 shipment statuses',
    shownBy: STATUSES,
    says: [{ what: 'Labels are humanised', as: 'In progress', of: 'in-progress' }],
  },
  {
    section: '4 shipment statuses',
    shownBy: CUSTOMERS,
    says: [
      { what: 'List colours: cancelled red', as: 'red', of: 'Cancelled' },
      { what: 'List colours: failed red', as: 'red', of: 'Failed' },
      { what: 'List colours: held yellow', as: 'yellow', of: 'Held' },
    ],
  },
  {
    section: '4 timeline',
    shownBy: TIMELINE,
    says: [
      { what: 'Label created', of: 'started' },
      { what: 'titled from the status (hyphens to spaces, words capitalised)', as: 'Out For Delivery' },
      { what: 'a new step at the front, status pending', as: 'held pending', of: 'shipped completed' },
      { what: 'the previous front step becomes completed', as: 'shipped completed', of: 'held pending' },
      { what: 'add a step for the current status: completed if delivered', as: 'completed', of: 'Delivered' },
      { what: 'add a step for the current status: otherwise pending', as: 'pending', of: 'Delivery' },
      { what: 'Delivered', of: 'idle' },
    ],
  },
  {
    section: '4 timeline',
    shownBy: 'tests/journeys/a-parcel-travels.spec.ts',
    says: ['Label created', 'Delivered'],
  },
  {
    section: '4 transaction status',
    shownBy: TRANSACTION,
    of: 'TRANSACTION_STATUSES',
    says: ['pending', 'successful', 'failed'],
  },
  {
    section: '4 transaction status',
    shownBy: TRANSACTION,
    says: [{ what: 'deposit and fee charge default to successful', as: 'successful', of: 'AddTransactionSchema' }],
  },
  {
    section: '4 session',
    shownBy: 'tests/journeys/people.spec.ts',
    says: [
      { what: 'Logout goes to /login', as: '/login' },
      {
        what: 'After a password change the session is cleared and the user goes to /login',
        as: '/login',
      },
    ],
  },
  {
    section: '4 bank account',
    shownBy: 'tests/journeys/manage-accounts.spec.ts',
    of: 'Account name',
    says: [
      { what: 'saving creates a special account when none exists', as: 'Penny Special' },
      { what: 'otherwise updates it', as: 'Penny Renamed' },
    ],
  },
  {
    section: '4 user',
    shownBy: 'tests/journeys/manage-users.spec.ts',
    says: [{ what: 'verified goes No to Yes through the Verify action', as: 'Yes', of: 'Email verified' }],
  },
  {
    section: '4 toast',
    shownBy: 'tests/journeys/toasts.spec.ts',
    says: [
      { what: 'auto-dismissed', as: 'opacity', of: 'slip' },
      { what: 'swiped away', as: 20, of: 'drag' },
      { what: 'closed', as: 2, of: 'toasts' },
    ],
  },
  {
    section: '4 balance visibility',
    shownBy: CUSTOMERS,
    says: [
      { what: 'default shown', as: 'Hide balance' },
      { what: 'hidden shows stars', as: '*****' },
    ],
  },
  {
    section: '4 images',
    shownBy: 'tests/journeys/images.spec.ts',
    says: [{ what: 'Image upload failure removes the image from the list', as: 'notes.jpg was not uploaded' }],
  },
];
