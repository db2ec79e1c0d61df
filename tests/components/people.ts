import type { User } from '../../src/domain/user.ts';

export const CUSTOMER: User = {
  id: '0198c5f0-0000-7000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  dob: '1990-12-09',
  address: '12 Harbour Road',
  city: 'Arlington',
  state: 'Virginia',
  nationality: 'Sweden',
  verified: true,
  header: false,
  courier: false,
  roles: [],
  eraseOn: null,
};
export const UNVERIFIED: User = { ...CUSTOMER, verified: false };
export const MANAGER: User = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-000000000002',
  firstName: 'Mina',
  header: true,
  roles: ['manager'],
};
export const COURIER: User = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-000000000003',
  firstName: 'Kaj',
  courier: true,
  roles: ['courier'],
};
/** Sends parcels as a business. */
export const SHIPPER: User = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-000000000006',
  firstName: 'Harbour',
  lastName: 'Books',
  roles: ['shipper'],
};
/** Runs and parcels, no money. */
export const DISPATCHER: User = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-000000000004',
  firstName: 'Disa',
  roles: ['dispatcher'],
};
/** Money, no parcels. */
export const ACCOUNTANT: User = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-000000000005',
  firstName: 'Anton',
  roles: ['accountant'],
};
