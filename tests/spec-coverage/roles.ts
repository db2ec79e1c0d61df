/** Section 6: who may do what, held by the table of every procedure and every principal. */
import type { Group } from './row.ts';

export const roles: Group[] = [
  {
    section: '6 roles',
    shownBy: 'tests/server/principals.test.ts',
    says: [
      { what: 'Guest', as: 'anonymous' },
      { what: 'Signed in, unverified', as: 'unverified' },
      { what: 'Verified user', as: 'stranger' },
      { what: "Owner: matches the shipment's senderId", as: 'sender' },
      { what: "Owner: matches the shipment's receiverId", as: 'receiver' },
      { what: 'Owner: sees detailed activity directly', as: 'detailed as owner' },
      { what: 'Non-owner', as: 'overview as visitor' },
      { what: 'Manager', as: 'manager' },
    ],
  },
  {
    section: '6 roles, in the browser',
    shownBy: 'tests/journeys/people.spec.ts',
    says: [
      { what: 'Guest: redirected away from signed-in pages', as: '/login?returnTo=%2Fprofile', of: '/profile' },
      { what: 'Signed in, unverified: only /verify-email', as: '/verify-email', of: '/profile' },
      { what: 'Manager: others are redirected to /', as: '/', of: '/manager' },
    ],
  },
];
