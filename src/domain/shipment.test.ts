import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { GRANT_LIFE } from './grant.ts';
import {
  CLEARANCE,
  CreateShipmentSchema,
  DEFAULT_PAYER,
  FindShipmentSchema,
  PAYERS,
  SERVICE_TYPES,
  SHIPMENT_RELATIONS,
  TrackedShipmentSchema,
  UpdateShipmentSchema,
} from './shipment.ts';

const ID = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const creation = {
  description: ' Ceramic lamp ',
  service: 'Package',
  dimensions: '12 x 55in',
  weight: '4 kg',
  value: 0,
  fee: 12.5,
  payer: 'receiver',
  shipTo: 'Storgatan 2, Oslo',
  shipDate: '2026-11-20T06:40:00.000Z',
  senderName: 'Maja Lind',
  senderEmail: 'Maja@Example.com',
  senderPhone: '+46 31 555 0192',
  receiverName: 'Olav Nord',
  receiverEmail: 'olav@example.com',
  receiverPhone: '+47 22 55 01 92',
};
const issues = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];

describe('the words of a shipment', () => {
  it('are those of the specification', () => {
    expect(SERVICE_TYPES.toSorted()).toEqual([
      'Freight Fowarding',
      'Full Truck Load',
      'Package',
      'Special Cargo',
      'Warehousing & Storage',
    ]);
    expect(PAYERS.toSorted()).toEqual(['both', 'receiver', 'sender']);
    expect(SHIPMENT_RELATIONS).toEqual(['receiver', 'sender']);
    expect(DEFAULT_PAYER).toBe('receiver');
    expect(CLEARANCE).toBe('Cleared');
    expect(GRANT_LIFE).toBe(3_600_000);
  });
});

describe('the delivery date', () => {
  it.each([
    ['2026-11-20T06:40:00.000Z', []],
    ['2026-11-20T06:39:59.999Z', ['deliveryDate: Delivery date can’t be before the ship date.']],
  ])('%s is not before a ship date of 2026-11-20T06:40Z, when creating or updating', (deliveryDate, expected) => {
    const dates = { shipDate: '2026-11-20T06:40Z', deliveryDate };
    expect(issues(CreateShipmentSchema, { ...creation, ...dates })).toEqual(expected);
    expect(issues(UpdateShipmentSchema, { ...creation, ...dates, id: ID })).toEqual(expected);
  });
});

describe('creating a shipment', () => {
  it('trims texts, and needs no reference, country, image or delivery date', () => {
    const cleared = { reference: '', timeWindow: '', senderCountry: '', receiverCountry: '', images: [], parcels: 1 };
    expect(v.parse(CreateShipmentSchema, creation)).toEqual({ ...creation, description: 'Ceramic lamp', ...cleared });
  });

  it.each([1, 20])('takes %d parcels', (parcels) => {
    expect(issues(CreateShipmentSchema, { ...creation, parcels })).toEqual([]);
  });

  it.each([0, 21, 1.5, '2', null])('rejects %j parcels', (parcels) => {
    const expected = ['parcels: Parcels must be a whole number from 1 to 20.'];
    expect(issues(CreateShipmentSchema, { ...creation, parcels })).toEqual(expected);
  });

  it.each(['https://images.example/v1/a%20b.jpg?x=1#y', 'http://localhost:3000/v1_1/demo/a.png'])(
    'takes the image %s',
    (image) => {
      expect(issues(CreateShipmentSchema, { ...creation, images: [image] })).toEqual([]);
    },
  );

  it.each([
    '/a.jpg',
    '//x.example/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'https://x.example/\r\n',
    '',
  ])('rejects the image %j', (image) => {
    const images = ['https://images.example/a.jpg', image];
    expect(issues(CreateShipmentSchema, { ...creation, images })).toContain('images.1: An image must be a link.');
  });

  it('takes ten images and no more', () => {
    const images = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://images.example/${index}.jpg`);
    expect(issues(CreateShipmentSchema, { ...creation, images: images(10) })).toEqual([]);
    expect(issues(CreateShipmentSchema, { ...creation, images: images(11) })).toEqual([
      'images: A shipment can have at most 10 images.',
    ]);
  });

  it('does not accept a status, codes, a tracking ID or owners', () => {
    for (const key of ['status', 'senderCode', 'receiverCode', 'trackingId', 'senderId', 'receiverId', 'activity']) {
      expect(issues(CreateShipmentSchema, { ...creation, [key]: ID })).toEqual([`${key}: Unknown field.`]);
    }
  });
});

describe('updating a shipment', () => {
  const full = { id: ID, ...creation, deliveryDate: '2026-11-25T12:00:00Z' };

  it('is a change of status where a status is given', () => {
    const change = { id: ID, status: 'held', baseStatusVersion: 3 };
    expect(v.parse(UpdateShipmentSchema, change)).toEqual(change);
    expect(issues(UpdateShipmentSchema, { id: ID, status: 'lost' })).toEqual(['status: Choose a status.']);
  });

  it('is a change of the full fields where none is given', () => {
    const left = v.parse(UpdateShipmentSchema, full);
    expect(left).toMatchObject({ description: 'Ceramic lamp' });
    expect(left).not.toHaveProperty('images');
    const cleared = { senderCountry: null, receiverCountry: null, images: null };
    const erased = { senderCountry: '', receiverCountry: '', images: [] };
    expect(v.parse(UpdateShipmentSchema, { ...full, ...cleared })).toMatchObject(erased);
    expect(issues(UpdateShipmentSchema, { id: ID })).toContain('description: Description is required.');
    expect(issues(UpdateShipmentSchema, { id: ID })).toContain('dimensions: Dimensions are required.');
    expect(issues(UpdateShipmentSchema, { ...full, deliveryDate: undefined })).toEqual([
      'deliveryDate: Delivery date is required.',
    ]);
  });

  it('is never both at once', () => {
    expect(issues(UpdateShipmentSchema, { ...full, status: 'held' })).toEqual(['description: Unknown field.']);
  });
});

describe('looking for a shipment', () => {
  it('takes an id or a tracking ID, not both', () => {
    expect(v.parse(FindShipmentSchema, { id: ID })).toEqual({ id: ID });
    expect(v.parse(FindShipmentSchema, { trackingId: 'w482-07k1 59xI' })).toEqual({ trackingId: 'W48207K159X1' });
    expect(issues(FindShipmentSchema, { id: ID, trackingId: 'W48207K159X1' })).toEqual(['id: Unknown field.']);
    expect(issues(FindShipmentSchema, {})).toEqual(['id: Id is required.']);
  });

  it.each(['', ' ', 'w482-07k1', 'nonsense', '\0', 'W48207\0K159X1', '😀', "' or 1=1 --", 'x'.repeat(100)])(
    'may ask for any text: %j is no wrong input, but the ID that no shipment has',
    (trackingId) => {
      expect(v.parse(FindShipmentSchema, { trackingId })).toEqual({ trackingId: '' });
    },
  );
});

describe('what a tracked shipment shows', () => {
  const details = {
    ...creation,
    id: ID,
    trackingId: 'W48207K159X1',
    status: 'held',
    createdAt: '2026-11-16T12:00:00.000Z',
    images: [],
    senderCountry: 'Sweden',
    receiverCountry: 'Norway',
    deliveryDate: null,
    receiverLinked: false,
    activity: [],
    visits: [],
    senderCode: 'S3CRET',
    receiverCode: 'S3CRET',
    senderId: ID,
    receiverId: null,
  };

  it('is cut down to the overview for a visitor, whatever the server had at hand', () => {
    const shown = v.parse(TrackedShipmentSchema, { ...details, access: 'overview', viewer: 'visitor' });
    expect(Object.keys(shown)).toHaveLength(19);
    expect(Object.keys(shown).join(' ')).not.toMatch(
      /Email|Phone|Code|senderId|receiverId|receiverLinked|shipTo|deliveryDate|activity/,
    );
  });

  it.each(['grant', 'owner'])('is the whole of it for a %s, but never the private codes or owners', (viewer) => {
    const shown = v.parse(TrackedShipmentSchema, { ...details, access: 'detailed', viewer });
    expect(shown).toMatchObject({ viewer, senderEmail: 'Maja@Example.com', receiverLinked: false, activity: [] });
    expect(JSON.stringify(shown)).not.toContain('S3CRET');
    expect(Object.keys(shown).join(' ')).not.toMatch(/Code|senderId|receiverId/);
  });

  it('is never detailed for a visitor', () => {
    expect(v.is(TrackedShipmentSchema, { ...details, access: 'detailed', viewer: 'visitor' })).toBe(false);
    expect(v.is(TrackedShipmentSchema, { ...details, access: 'overview', viewer: 'owner' })).toBe(false);
  });
});
