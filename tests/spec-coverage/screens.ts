/** Sections 1 and 2: the header, the routes, and what stands on each screen. */
import type { Group } from './row.ts';

const TRAVELS = 'tests/journeys/a-parcel-travels.spec.ts';
const PATHS = 'src/domain/paths.test.ts';
const VISITORS = 'tests/journeys/visitors.spec.ts';
const FIRST_SIGHT = 'tests/journeys/first-sight.spec.ts';
const INVOICE = 'tests/journeys/invoice.spec.ts';
const IMAGES = 'tests/journeys/images.spec.ts';
const PEOPLE = 'tests/journeys/people.spec.ts';
const MANAGE_ACCOUNTS = 'tests/journeys/manage-accounts.spec.ts';
const CUSTOMERS = 'tests/journeys/customers.spec.ts';
const MANAGE_SHIPMENTS = 'tests/journeys/manage-shipments.spec.ts';
const MANAGE_MAIL = 'tests/journeys/manage-mail.spec.ts';
const USERS = 'tests/journeys/manage-users.spec.ts';
const SHELL = 'tests/journeys/shell.spec.ts';
const STATUSES = 'src/domain/shipment-status.test.ts';

export const screens: Group[] = [
  {
    section: '1 header',
    shownBy: SHELL,
    says: [
      'Shipping',
      'Tracking',
      'My packages',
      'Manager',
      'My profile',
      { what: 'login-or-signup', as: 'Login or signup' },
      'Login',
      'Register',
    ],
  },
  {
    section: '1 footer',
    shownBy: SHELL,
    says: [{ what: 'copyright with the current year and the product name', as: '© {year} Waybill' }],
  },
  {
    section: '1 configuration',
    shownBy: PATHS,
    says: [
      {
        what: 'the current host with its first label removed',
        as: 'https://waybill.example',
        of: 'https://app.waybill.example',
      },
      {
        what: 'a local development address when the host is localhost',
        as: 'http://localhost:5173',
        of: 'http://localhost:5173',
      },
    ],
  },

  // The routes.
  {
    section: '2 routes',
    shownBy: TRAVELS,
    says: ['/login', '/track', '/track/{trackingId}', '/manager/shipments/create', '/manager/shipments/{id}'],
  },
  { section: '2 routes', shownBy: INVOICE, says: ['/invoice/{trackingId}'] },
  {
    section: '2 routes',
    shownBy: PEOPLE,
    says: ['/register', '/reset-password', '/verify-email', '/profile', '/profile/settings'],
  },
  { section: '2 routes', shownBy: CUSTOMERS, says: ['/', '/shipping', '/packages', '/profile/account'] },
  {
    section: '2 routes',
    shownBy: MANAGE_SHIPMENTS,
    says: ['/manager', '/manager/shipments'],
  },
  { section: '2 routes', shownBy: MANAGE_ACCOUNTS, says: ['/manager/users/{id}/account', '/manager/settings'] },
  { section: '2 routes', shownBy: MANAGE_MAIL, says: ['/manager/mail'] },
  {
    section: '2 routes',
    shownBy: USERS,
    says: ['/manager/users', '/manager/users/{id}', '/manager/users/{id}/shipments'],
  },
  {
    section: '2 route groups',
    shownBy: PEOPLE,
    says: [
      { what: 'guest pages: a signed-in user is redirected to / (from /login)', as: '/', of: '/login' },
      { what: 'guest pages: a signed-in user is redirected to / (from /register)', as: '/', of: '/register' },
      {
        what: 'guest pages: a signed-in user is redirected to / (from /reset-password)',
        as: '/',
        of: '/reset-password',
      },
      { what: 'signed-in pages: a user not signed in goes to /login', as: '/login?returnTo=%2F', of: '/' },
      { what: 'signed-in pages: an unverified user goes to /verify-email', as: '/verify-email', of: '/' },
    ],
  },
  {
    section: '2 route groups',
    shownBy: 'tests/journeys/toasts.spec.ts',
    says: [{ what: 'A toast area sits in the root layout', as: 'Messages' }],
  },
  {
    section: '2 route groups',
    shownBy: INVOICE,
    says: [
      { what: '/invoice is rendered without header', as: 'banner' },
      { what: '/invoice is rendered without menu', as: 'navigation' },
      { what: '/invoice is rendered without footer', as: 'contentinfo' },
    ],
  },
  { section: '2 not found', shownBy: TRAVELS, says: ['Page not found', 'Are you lost? click here to go home'] },

  {
    section: '2 dashboard',
    shownBy: CUSTOMERS,
    says: [
      { what: 'Welcome, {name}', as: 'Welcome, Rosalind' },
      'In progress',
      'Delivered',
      'Cancelled',
      'Failed',
      { what: 'Manage my profile', of: '/profile' },
      { what: 'View my incoming shipments', of: '/packages' },
      'Track a shipment',
      { what: 'one required Tracking ID field', as: 'Tracking ID', of: 'required' },
      '/track?trackingId={trackingId}',
      'Incoming shipments',
      'Outgoing shipments',
      'View all',
      { what: 'Incoming shipments: View all to /packages', as: '/packages', of: 'View all incoming shipments' },
      { what: 'Outgoing shipments: View all to /shipping', as: '/shipping', of: 'View all outgoing shipments' },
      { what: 'Date', of: 'columnheader' },
      { what: 'Shipment', of: 'columnheader' },
      { what: 'Activity', of: 'columnheader' },
      { what: 'Status', of: 'columnheader' },
      'No shipments found.',
    ],
  },
  {
    section: '2 dashboard',
    shownBy: 'src/domain/activity.test.ts',
    says: [
      { what: 'Processing...', of: 'NO_ACTIVITY' },
      { what: 'N/A', of: 'NO_ADDRESS' },
    ],
  },

  {
    section: '2 /verify-email',
    shownBy: PEOPLE,
    says: [
      '/verify-email?token={token}',
      { what: 'a signed-out visitor with no token goes to /login', as: '/login', of: '/verify-email' },
      { what: 'an already verified user goes to /', as: '/', of: '/verify-email' },
      'Verify your account',
      'Your account has not been verified.',
      'Request verification',
      'We have sent you a verification link. Please check your email and click the link to verify our account.',
      'Verifying your account...',
      'Verification failed',
      'We were unable to verify your account',
      {
        what: "the server's error message",
        as: 'This link has already been used or has expired. Request a new one.',
      },
      { what: 'a link back to /verify-email', as: '/verify-email', of: 'href' },
    ],
  },

  // Tracking.
  {
    section: '2 /track',
    shownBy: TRAVELS,
    says: [
      'Track shipment',
      'Enter tracking ID to track shipment.',
      'For extra security detailed information about shipment is only available to the shipment sender or receiver. You must be signed in to view them.',
      'Tracking ID',
      'Failed to track shipment',
      'Shipment not found',
      { what: 'The lookup is held for at least 2000 ms', as: 2000 },
    ],
  },
  {
    section: '2 /track',
    shownBy: FIRST_SIGHT,
    says: [{ what: '/track?error={error}', as: '/track?error=Shipment%20not%20found' }],
  },
  {
    section: '2 /track',
    shownBy: PATHS,
    says: [{ what: '/track?trackingId={trackingId}', as: '/track?trackingId=W48207K159XQ' }],
  },
  {
    section: '2 /track/{trackingId}',
    shownBy: TRAVELS,
    says: [
      'detailed=true',
      'Overview',
      'Detailed view',
      'Status',
      'Estimated delivery',
      'Information not available',
      'No images',
      'Held in warehouse',
      'Timeline',
    ],
  },
  {
    section: '2 /track/{trackingId}',
    shownBy: VISITORS,
    // One text in the specification; on the screen its colon is the border between a notice's title
    // and its text.
    says: [
      'Shipment cancelled',
      'This shipment has been cancelled. It will be returned to the sender.',
      'Shipment failed',
    ],
  },
  {
    section: '2 /track/{trackingId}',
    shownBy: FIRST_SIGHT,
    says: [
      {
        what: "If lookup fails or is empty: redirect to /track with error='Shipment not found'",
        as: '/track?error=Shipment%20not%20found',
      },
    ],
  },
  { section: '2 /track/{trackingId}', shownBy: STATUSES, says: [{ what: 'Delivered', of: 'estimatedDelivery' }] },
  {
    section: '2 /track/{trackingId}',
    shownBy: INVOICE,
    says: [{ what: 'Print invoice', of: '/invoice/{}' }],
  },
  {
    section: '2 /track/{trackingId}',
    shownBy: IMAGES,
    says: [
      { what: 'Looping image carousel', as: '3 of 3', of: '1 of 3' },
      { what: '1 slide visible', as: '1 of 3', of: 'inView' },
      { what: '2 slides visible, aligned to start', as: '1 of 3', of: '2 of 3' },
      { what: '3 slides visible', as: 3, of: 'inView' },
    ],
  },
  {
    section: '2 /track/{trackingId}',
    shownBy: CUSTOMERS,
    says: ['view=link', { what: 'Link shipment', of: 'dialog' }, 'Does this shipment belong to you?'],
  },
  {
    section: '2 /invoice/{trackingId}',
    shownBy: INVOICE,
    says: [
      'Commercial Invoice',
      'Download',
      'Invoice-{trackingId}.png',
      'support@{domain}',
      { what: 'Failed or empty lookup redirects like the track page', as: '/track?error=Shipment%20not%20found' },
    ],
  },

  {
    section: '2 /reset-password',
    shownBy: PEOPLE,
    says: [
      '/reset-password?token={token}',
      { what: "a 'Show password' checkbox", as: 'Show password', of: 'checkbox' },
      { what: 'Link back to /login', as: 'Back to login', of: '/login' },
      { what: 'A success message shows after submission (new password)', as: 'Your password is set.' },
      {
        what: 'A success message shows after submission (email)',
        as: 'If there is an account with this address, a link to reset the password is on its way.',
      },
      'Password reset failed',
    ],
  },
  {
    section: '2 /register',
    shownBy: PEOPLE,
    says: [
      'Check your email for instructions to verify your account.',
      { what: 'a success panel with link to login', as: '/login', of: 'toLogin' },
      { what: 'Link to the terms page on the product home site', as: '{url}/terms', of: 'terms' },
      { what: 'Link to the privacy page on the product home site', as: '{url}/privacy', of: 'privacy' },
    ],
  },
  {
    section: '2 /login',
    shownBy: PEOPLE,
    says: [
      { what: 'Link to /register', as: '/register', of: 'toRegister' },
      { what: 'Link to /reset-password', as: '/reset-password', of: 'toReset' },
    ],
  },

  {
    section: '2 /shipping',
    shownBy: CUSTOMERS,
    says: [
      { what: '/shipping?page={page}', as: '/shipping?page=2' },
      'Outgoing shipments',
      'New shipment',
      'Warehousing & Storage',
      'Special Cargo',
      'Freight Fowarding',
      'Full Truck Load',
      'Get Quote',
      'Unable to process quote online. Get quote from any of our walk-in offices.',
      { what: 'shows for 5 seconds', as: 5_000, of: 'quote' },
    ],
  },
  {
    section: '2 /shipping: the full service type list',
    shownBy: 'src/domain/shipment.test.ts',
    of: 'SERVICE_TYPES',
    says: ['Freight Fowarding', 'Package', 'Special Cargo', 'Full Truck Load', 'Warehousing & Storage'],
  },
  {
    section: '2 /packages',
    shownBy: CUSTOMERS,
    says: [{ what: '/packages?page={page}', as: '/packages?page=2' }, 'Incoming shipments'],
  },
  {
    section: '2 /profile',
    shownBy: PEOPLE,
    says: [
      '/profile?view=update',
      'Update profile',
      'Cancel update',
      'Are you sure you want to logout?',
      'Cancel',
      'Continue',
      { what: 'Profile', of: '/profile' },
      { what: 'Security', of: '/profile/settings' },
    ],
  },
  {
    section: '2 /profile/account',
    shownBy: CUSTOMERS,
    says: [
      '/profile/account?view=withdraw',
      { what: 'Withdraw', of: 'dialog' },
      { what: 'Balance with show/hide toggle (to hide)', as: 'Hide balance', of: 'button' },
      { what: 'Balance with show/hide toggle (to show)', as: 'Show balance', of: 'button' },
      { what: 'bank account details', as: 'Bank account details' },
      { what: 'transactions history', as: 'Transactions history' },
      { what: 'processed within 24 hours', as: 'Your withdrawal will be processed within 24 hours.' },
    ],
  },
  {
    section: '2 /profile/settings',
    shownBy: PEOPLE,
    of: 'fields',
    says: ['currentPassword', 'password', 'confirmPassword'],
  },

  // The manager area.
  {
    section: '2 /manager',
    shownBy: PEOPLE,
    says: [{ what: 'requires manager flag; otherwise redirect to /', as: '/', of: '/manager' }],
  },
  {
    section: '2 /manager',
    shownBy: MANAGE_SHIPMENTS,
    says: [
      { what: 'tiles to shipments, users, mail, settings', as: 'Shipments', of: 'Settings' },
      { what: 'a create-shipment link', as: '/manager/shipments/create', of: 'Create shipment' },
      'Find a shipment',
      { what: 'recent shipments table', as: 'Recent shipments' },
      { what: 'recent users table', as: 'Recent users' },
      { what: '/manager/shipments?page={page}', as: '/manager/shipments?page=2' },
    ],
  },
  {
    section: '2 /manager/shipments/{id}',
    shownBy: TRAVELS,
    says: ['Add new location', 'Update shipment status', 'Information not available'],
  },
  {
    section: '2 /manager/shipments/{id}',
    shownBy: PATHS,
    says: [
      { what: 'view=add-location', as: '/manager/shipments/7?view=add-location' },
      { what: 'view=update-status', as: '/manager/shipments/7?view=update-status' },
      { what: 'view=update-info', as: '/manager/shipments/7?view=update-info' },
      { what: 'view=delete', as: '/manager/shipments/7?view=delete' },
    ],
  },
  {
    section: '2 /manager/shipments/{id}',
    shownBy: MANAGE_SHIPMENTS,
    says: [
      { what: 'Shipment - #{trackingId}', of: 'Shipments' },
      'Update shipment info',
      'Cancel update',
      'Delete shipment',
      'Are you sure you want to delete this shipment?',
      {
        what: 'goes to /manager/shipments without waiting for the result',
        as: '/manager/shipments',
        of: 'whereAndWhen',
      },
      { what: 'Closing any panel returns to the detail', as: '/manager/shipments/{id}' },
      'Sender',
      'Sender country',
      'Receiver',
      'Receiver country',
      'Service',
      'Dimensions',
      'Weight',
      'Value ($)',
      'Clearance detail',
      'Cleared',
      'Shipping fee ($)',
      'Payer',
      'Ship To',
      'Ship date',
      'Delivery date',
      'N/A',
      'Sender email',
      'Sender phone',
      'Sender code',
      'Receiver email',
      'Receiver phone',
      'Receiver code',
      'Sender account',
      'Receiver account',
      'View account →',
      'Account not linked',
      'No images',
      { what: 'If the shipment fails to load, redirect to /manager/users', as: '/manager/users' },
    ],
  },
  {
    section: '2 /manager/users/{id}',
    shownBy: USERS,
    says: [
      { what: '/manager/users?page={page}', as: '/manager/users?page=2' },
      {
        what: 'Unknown user redirects to /manager/users',
        as: '/manager/users',
        of: '/manager/users/nonsense',
      },
      { what: '/manager/mail?to={to}', as: '/manager/mail?to=vera.waiting%40example.com' },
      'First name',
      'Last name',
      'Phone number',
      'Date of birth',
      'Address',
      'City',
      'State',
      'Nationality',
      { what: 'a password-related field', as: 'Password last changed' },
      'Email verified',
      'Admin',
      { what: 'Yes', as: 'Yes', of: 'Admin' },
      { what: 'No', as: 'No', of: 'Admin' },
      { what: 'N/A', as: 'N/A', of: 'Phone number' },
      'Verify user',
      'Delete user',
    ],
  },
  {
    section: '2 /manager/users/{id}/shipments',
    shownBy: USERS,
    says: [
      { what: '/manager/users/{id}/shipments?page={page}', as: '/manager/users/{id}/shipments?page=2' },
      'Manage user incoming and outgoing shipments.',
    ],
  },
  {
    section: '2 /manager/users/{id}/account',
    shownBy: MANAGE_ACCOUNTS,
    says: [
      { what: 'view=delete-transaction', as: '/manager/users/{id}/account?view=delete-transaction&id={id}' },
      { what: 'view=delete-bill', as: '/manager/users/{id}/account?view=delete-bill&id={id}' },
      { what: 'view=delete-bank-account', as: '/manager/users/{id}/account?view=delete-bank-account&id={id}' },
      { what: 'view=update-transaction', as: '/manager/users/{id}/account?view=update-transaction&id={id}' },
      { what: 'view=add-deposit', as: '/manager/users/{id}/account?view=add-deposit' },
      { what: 'view=add-bill', as: '/manager/users/{id}/account?view=add-bill' },
      { what: 'view=charge-fee', as: '/manager/users/{id}/account?view=charge-fee' },
      { what: 'view=update-bank-account', as: '/manager/users/{id}/account?view=update-bank-account' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign and a placeholder
      { what: '${amount} available', as: '$40.50 available' },
      { what: 'balance total', as: '$60.50', of: 'account' },
      'Add deposit',
      'Add bill',
      'Charge fee',
      'Add bank account',
      'Update bank account',
      'Delete bank account',
      'Account name',
      'Account number',
      'Bank name',
      'Routing number',
      'N/A',
      'Special account',
      'Date',
      'Amount ($)',
      'Summary',
      'Delete',
      'No bills found.',
      { what: 'Amount: + for deposit', as: '+$120.50' },
      { what: 'Amount: - otherwise', as: '-$60.00' },
      { what: 'Amount: no sign when failed', as: '$7.00' },
      'Status',
      'Update',
      'No transactions found.',
      'Are you sure you want to delete this transaction?',
      'Are you sure you want to delete this bill?',
      {
        what: 'the user will use the general bank information if available',
        as: 'Are you sure you want to delete this bank account? The user will use the general bank information if available.',
      },
    ],
  },
  {
    section: '2 /manager/mail',
    shownBy: MANAGE_MAIL,
    says: [
      { what: "The 'to' value must be a valid email or it is ignored", as: '/manager/mail?to=nobody' },
      { what: 'A success banner can be dismissed', as: 'Email sent' },
    ],
  },
  {
    section: '2 /manager/settings',
    shownBy: MANAGE_ACCOUNTS,
    says: ['/manager/settings?view=delete-bank-account&id={id}', '/manager/settings?view=update-bank-account'],
  },
];
