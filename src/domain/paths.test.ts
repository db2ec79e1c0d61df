import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { homeUrl } from './home-url.ts';
import { paths, safeReturnTo } from './paths.ts';

describe('every route of the specification', () => {
  it.each([
    [paths.home, '/'],
    [paths.login(), '/login'],
    [paths.login({ returnTo: '/packages?page=2' }), '/login?returnTo=%2Fpackages%3Fpage%3D2'],
    [paths.register, '/register'],
    [paths.resetPassword(), '/reset-password'],
    [paths.resetPassword({ token: 'abc' }), '/reset-password?token=abc'],
    [paths.verifyEmail({ token: 'abc' }), '/verify-email?token=abc'],
    [paths.track({ trackingId: 'W48207K159XQ' }), '/track?trackingId=W48207K159XQ'],
    [paths.track({ error: 'Shipment not found' }), '/track?error=Shipment%20not%20found'],
    [paths.trackedShipment('W48207K159XQ'), '/track/W48207K159XQ'],
    [paths.trackedShipment('W48207K159XQ', { detailed: true }), '/track/W48207K159XQ?detailed=true'],
    [paths.trackedShipment('W48207K159XQ', { view: 'link' }), '/track/W48207K159XQ?view=link'],
    [paths.invoice('W48207K159XQ'), '/invoice/W48207K159XQ'],
    [paths.shipping({ page: 2 }), '/shipping?page=2'],
    [paths.packages({ page: 2 }), '/packages?page=2'],
    [paths.profile(), '/profile'],
    [paths.profile({ view: 'update' }), '/profile?view=update'],
    [paths.account(), '/profile/account'],
    [paths.account({ view: 'withdraw' }), '/profile/account?view=withdraw'],
    [paths.security, '/profile/settings'],
    [paths.outbox, '/outbox'],
    [paths.shipmentDraft('a b'), '/manager/shipments/create?draft=a%20b'],
    [paths.manageShipments(), '/manager/shipments'],
    [paths.manageShipments({ q: 'kiln & co', status: 'held' }), '/manager/shipments?q=kiln%20%26%20co&status=held'],
    [paths.shipping({ page: 2, q: 'kiln' }), '/shipping?page=2&q=kiln'],
    [paths.manager, '/manager'],
    [paths.createShipment, '/manager/shipments/create'],
    [paths.manageShipment('7'), '/manager/shipments/7'],
    [paths.manageShipment('7', { view: 'add-location' }), '/manager/shipments/7?view=add-location'],
    [paths.manageShipment('7', { view: 'delete' }), '/manager/shipments/7?view=delete'],
    [paths.manageUsers({ page: 2 }), '/manager/users?page=2'],
    [paths.manageUser('7'), '/manager/users/7'],
    [paths.manageUserHistory('7', { page: 2 }), '/manager/users/7/history?page=2'],
    [paths.manageShipmentHistory('7'), '/manager/shipments/7/history'],
    [paths.manageUserShipments('7', { page: 2 }), '/manager/users/7/shipments?page=2'],
    [paths.manageUserAccount('7', { view: 'delete-bill', id: '9' }), '/manager/users/7/account?view=delete-bill&id=9'],
    [paths.manageMail(), '/manager/mail'],
    [paths.manageMail({ to: 'a+b@example.com' }), '/manager/mail?to=a%2Bb%40example.com'],
    [paths.manageSettings({ view: 'update-bank-account' }), '/manager/settings?view=update-bank-account'],
    [paths.trpc, '/api/trpc'],
  ])('%s is %s', (path, expected) => {
    expect(path).toBe(expected);
  });

  it('keeps what a person typed inside its own part of the URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const url = new URL(paths.track({ trackingId: typed, error: typed }), 'https://waybill.example');
        expect(Object.fromEntries(url.searchParams)).toEqual({ trackingId: typed, error: typed });
      }),
    );
    expect(paths.trackedShipment('../manager?x#y')).toBe('/track/..%2Fmanager%3Fx%23y');
    expect(paths.invoice('a/b')).toBe('/invoice/a%2Fb');
  });
});

describe('where a sign-in leads back to', () => {
  it.each(['/packages', '/track/W48207K159XQ?detailed=true', '/profile#x', '/a//b', '/?next=https://evil.example'])(
    'is %s, a path of this app',
    (path) => expect(safeReturnTo(path)).toBe(path),
  );

  it.each([
    ...[
      null,
      '',
      '/',
      'https://evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
    ],
    ...['/\t/evil.example', ' //evil.example', '/packages\\..\\', '/a\r\nSet-Cookie: x', '/\0', 'javascript:alert(1)'],
    ...['packages', '@evil.example'],
  ])('is where their work is instead of %j', (value) => expect(safeReturnTo(value)).toBe('/?start'));

  it('is never another origin, whatever the URL says', () => {
    const parts = fc.constantFrom('/', '\\', '\t', '\n', '@', ':', '.', '?', '#', '%2f', ' ', 'https', 'evil.example');
    const hostile = fc.array(parts, { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (value) => {
        expect(new URL(safeReturnTo(value), 'https://waybill.example').origin).toBe('https://waybill.example');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the home URL', () => {
  it.each([
    ['https://app.waybill.example', 'https://waybill.example'],
    ['https://a.b.waybill.example', 'https://b.waybill.example'],
    ['https://waybill.example', 'https://waybill.example'],
    ['http://intranet', 'http://intranet'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('of %s is %s', (here, home) => {
    expect(homeUrl(new URL(here))).toBe(home);
  });
});
