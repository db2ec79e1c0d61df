/**
 * Section 8: the error catalogue. The texts are one table in the domain; on its screen each is
 * shown by its issue.
 */
import type { Group } from './row.ts';

export const errors: Group[] = [
  {
    section: '8 the catalogue',
    shownBy: 'src/domain/errors.test.ts',
    of: 'texts',
    says: [
      'Page not found',
      'Shipment not found',
      'Failed to track shipment',
      'Unable to find shipment',
      'Verification failed',
      'Account creation failed',
      'Login failed',
      'Failed to update password',
      'Password reset failed',
      'Unable to process quote online. Get quote from any of our walk-in offices.',
      'No shipments found.',
      'No users found.',
      'No transactions found.',
      'No bills found.',
      'No images',
      'No images selected',
      'Unable to transform response from server',
      'No fetch implementation found',
    ],
  },
  {
    section: '8 on its screen',
    shownBy: 'tests/journeys/a-parcel-travels.spec.ts',
    says: ['Login failed', 'No shipments found.'],
  },
  {
    section: '8 on its screen',
    shownBy: 'tests/journeys/people.spec.ts',
    says: [
      'Account creation failed',
      'Failed to update password',
      'Verification failed',
      {
        what: 'Verification failed plus the server message',
        as: 'This link has already been used or has expired. Request a new one.',
      },
    ],
  },
  {
    section: '8 on its screen',
    shownBy: 'tests/journeys/offline.spec.ts',
    says: [{ what: 'Unauthenticated profile call redirects to /login', as: '/login?returnTo=%2F' }],
  },
  {
    section: '8 client transport messages',
    shownBy: 'src/api/calls/server-error.test.ts',
    of: 'serverErrorOf',
    says: ['Unable to transform response from server', 'No fetch implementation found'],
  },
  {
    section: '8 on its screen',
    shownBy: 'tests/journeys/customers.spec.ts',
    says: ['No transactions found.', 'Unable to process quote online. Get quote from any of our walk-in offices.'],
  },
  { section: '8 on its screen', shownBy: 'tests/journeys/manage-accounts.spec.ts', says: ['No bills found.'] },
  {
    section: '8 on its screen',
    shownBy: 'tests/journeys/manage-shipments.spec.ts',
    says: ['Unable to find shipment'],
  },
  { section: '8 on its screen', shownBy: 'tests/journeys/manage-users.spec.ts', says: ['No users found.'] },
];
