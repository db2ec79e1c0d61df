import type { ManagedUser, UserSummary } from '../../src/domain/user.ts';
import { CUSTOMER } from './people.ts';

/** A row of the list. */
export const USER_SUMMARY: UserSummary = {
  id: CUSTOMER.id,
  firstName: CUSTOMER.firstName,
  lastName: CUSTOMER.lastName,
  email: CUSTOMER.email,
  verified: true,
  header: false,
  courier: false,
  roles: [],
  createdAt: '2026-11-02T08:00:00.000Z',
};

/** Someone who has not opened the link in the email yet, and has filled in little. */
export const WAITING_USER: ManagedUser = {
  ...CUSTOMER,
  id: '0198c5f0-0000-7000-8000-0000000000c1',
  firstName: 'Vera',
  lastName: 'Waiting',
  email: 'vera.waiting@example.com',
  phone: null,
  dob: null,
  verified: false,
  createdAt: '2026-11-02T08:00:00.000Z',
  passwordChangedAt: '2026-11-03T09:30:00.000Z',
};
