import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, deflateSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeDemoImages } from '../../server/demo/demo-drawings.ts';
import { IMAGE_FILE, IMAGE_WIDTHS, MAX_IMAGE_BYTES, variantsOf } from '../../src/domain/image.ts';
import { LARGE_AVIF } from '../support/large-avif.ts';
import { startS3Bucket } from '../support/s3-bucket.ts';
import { type Person, PUBLIC_URL, parcelInput, type TestServer, updateInput } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const UPLOAD = '/v1_1/waybill/image/upload';

interface Uploaded {
  public_id: string;
  width: number;
  height: number;
  bytes: number;
  format: string;
  secure_url: string;
}

type Field = [name: string, value: string | Buffer];

/** Texts are fields, bytes are files. */
async function formOf(fields: Field[]): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), 'parcel.jpg');
  }
  const request = new Request(PUBLIC_URL, { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { payload: Buffer.from(await request.arrayBuffer()), headers };
}

interface UploadOptions {
  to: TestServer;
  as: Pick<Person, 'token'> | null;
  url: string;
  fields: Field[];
}

const PRESET: [string, string] = ['upload_preset', 'shipments'];

async function upload(
  file: Buffer,
  { to = server, as = manager, url = UPLOAD, fields = [['file', file], PRESET] }: Partial<UploadOptions> = {},
): Promise<LightMyRequestResponse> {
  const { payload, headers } = await formOf(fields);
  const authorization = as ? { authorization: `Bearer ${as.token}` } : {};
  return to.request({ method: 'POST', url, payload, headers: { ...headers, ...authorization } });
}

const pathOf = (link: string) => new URL(link).pathname;
const read = (link: string, headers: Record<string, string> = {}) => server.request({ url: pathOf(link), headers });
/** It is low because its width decides what is stored, and its pixels what that costs. */
const picture = (width = 900, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#c98f5a', noise: { type: 'gaussian', sigma: 20 } } });

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Buffers that nobody needs are gone first. */
function bytesHeld(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** A file that disappears during the check has -1. */
async function stored(of: TestServer = server): Promise<Record<string, number>> {
  const folder = join(of.environment.DATA_DIR, 'images');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizeOf = async (file: string) => (await stat(file).catch(() => ({ size: -1 }))).size;
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await sizeOf(file)])),
  );
}

/** It expects that the upload left nothing behind. */
async function refusalOf(work: () => Promise<LightMyRequestResponse>, status: number): Promise<string> {
  const before = await stored();
  const answer = await work();
  expect(answer.statusCode, answer.body).toBe(status);
  expect(await stored()).toEqual(before);
  const { error } = answer.json<{ error: { message: string; data: { requestId: string } } }>();
  expect(error.data.requestId).toBe(answer.headers['x-request-id']);
  expect(error.message).not.toMatch(/vips|sharp|busboy|multipart\b(?!\/)|FST_|\/tmp|Error/i);
  return error.message;
}

/** It has few bytes. Its line count is correct by default. */
function hollowPng(width: number, height: number, { after = '', lines = height } = {}): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a pixel, grey
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * lines), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts, Buffer.from(after)]);
}

describe('an image that a manager uploads', () => {
  it('gets the same response as from Cloudinary, and is served in every width', async () => {
    const before = Object.keys(await stored()).length;
    const answer = await upload(await picture(1600, 120).jpeg().toBuffer());
    expect(answer.statusCode, answer.body).toBe(200);
    const uploaded = answer.json<Uploaded>();
    expect(uploaded).toEqual({
      public_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      width: 1600,
      height: 120,
      bytes: expect.any(Number),
      format: 'webp',
      secure_url: `${PUBLIC_URL}/v1_1/waybill/image/${uploaded.public_id}-1600.webp`,
    });
    const variants = variantsOf(uploaded.secure_url);
    expect(variants.map(({ width }) => width)).toEqual([320, 640, 1280, 1600]);
    for (const { url, width } of variants) {
      const image = await read(url);
      expect(image.statusCode).toBe(200);
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(image.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        etag: `"${uploaded.public_id}-${width}.webp"`,
      });
      expect(image.headers['set-cookie']).toBeUndefined();
      expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect(uploaded.bytes).toBe((await read(uploaded.secure_url)).rawPayload.length);
    expect(Object.keys(await stored()).length).toBe(before + 4);
  });

  it('is not sent again to a client that has it', async () => {
    const { secure_url } = (await upload(await picture(400, 300).png().toBuffer())).json<Uploaded>();
    const etag = String((await read(secure_url)).headers.etag);
    for (const known of [etag, `"other", ${etag}`]) {
      const answer = await read(secure_url, { 'if-none-match': known });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await read(secure_url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const head = await server.request({ method: 'HEAD', url: pathOf(secure_url) });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'image/webp']);
  });

  it('may be a JPEG, a PNG, a WebP or an AVIF, before or behind its preset', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const file = await picture(64, 48).toFormat(format).toBuffer();
      for (const fields of [[['file', file], PRESET] satisfies Field[], [PRESET, ['file', file]] satisfies Field[]]) {
        const answer = await upload(file, { fields });
        expect([format, answer.statusCode]).toEqual([format, 200]);
        expect(answer.json<Uploaded>()).toMatchObject({ width: 64, height: 48 });
      }
    }
  });

  it('is scaled down to 2048 pixels on its longer side, and never scaled up', async () => {
    const tall = (await upload(await picture(150, 6000).jpeg().toBuffer())).json<Uploaded>();
    expect([tall.width, tall.height]).toEqual([51, 2048]);
    const small = (await upload(await picture(1, 1).png().toBuffer())).json<Uploaded>();
    expect([small.width, small.height]).toEqual([1, 1]);
    expect(variantsOf(small.secure_url)).toHaveLength(1);
  });

  it('is upright and does not reveal where or with which camera it was taken', async () => {
    const gps = { GPSLatitude: '57/1 42/1 0/1', GPSLatitudeRef: 'N' };
    const original = await picture(400, 200)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: gps })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><CANARY-XMP/></x:xmpmeta>')
      .toBuffer();
    expect(original.includes('CANARY-CAMERA')).toBe(true);
    expect(await sharp(original).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const { secure_url, width, height } = (await upload(original)).json<Uploaded>();
    expect([width, height]).toEqual([200, 400]);
    for (const { url } of variantsOf(secure_url)) {
      const bytes = (await read(url)).rawPayload;
      const metadata = await sharp(bytes).metadata();
      expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(Array(4).fill(undefined));
      expect(bytes.includes('CANARY')).toBe(false);
      expect(bytes.includes('Exif')).toBe(false);
    }
  });

  it('loses everything attached to it: a polyglot comes out clean', async () => {
    const script = '<script>alert("CANARY")</script>';
    const comment = Buffer.from(`/*CANARY*/=1;${script}`);
    const marker = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
    const polyglots = [
      hollowPng(64, 64, { after: script }),
      Buffer.concat([jpeg.subarray(0, 2), marker, jpeg.subarray(2)]),
      Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${script}`)]),
    ];
    for (const polyglot of polyglots) {
      expect(polyglot.includes('CANARY')).toBe(true);
      const answer = await upload(polyglot);
      expect(answer.statusCode, answer.body).toBe(200);
      for (const { url } of variantsOf(answer.json<Uploaded>().secure_url)) {
        const { rawPayload } = await read(url);
        expect(rawPayload.includes('CANARY')).toBe(false);
        expect(rawPayload.includes('script')).toBe(false);
      }
    }
  });
});

const jpeg = await picture(300, 200).jpeg().toBuffer();

describe('an upload is rejected', () => {
  const DAMAGED = 'This image is damaged or incomplete. Take it or save it again.';
  const KIND = 'This image can’t be read. Use a JPEG, PNG, WebP or AVIF image.';
  const PIXELS = 'This image has too many pixels. The limit is 50 megapixels, or 16 for AVIF.';
  const FIELDS = 'Send a form with exactly two fields: file, the image, and upload_preset.';

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), KIND],
    ['an SVG behind an XML head', () => Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), KIND],
    ['a GIF, and one that is a script as well', () => Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)//'), KIND],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), KIND],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), KIND],
    ['a TIFF', () => picture(20, 20).tiff().toBuffer(), KIND],
    ['a HEIC', () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1'), KIND],
    ['no bytes at all', () => Buffer.alloc(0), 'The file is empty.'],
    ['three bytes', () => Buffer.from([0xff, 0xd8, 0xff]), DAMAGED],
    ['a head without a body', () => jpeg.subarray(0, 200), DAMAGED],
    ['a JPEG that was cut off', () => jpeg.subarray(0, jpeg.length / 2), DAMAGED],
    ['a JPEG that lacks its last hundredth', () => jpeg.subarray(0, Math.floor(jpeg.length * 0.99)), DAMAGED],
    ['a PNG that was cut off', async () => (await picture(300, 200).png().toBuffer()).subarray(0, 9_000), DAMAGED],
    ['a WebP that was cut off', async () => (await picture(300, 200).webp().toBuffer()).subarray(0, 2_000), DAMAGED],
    ['a JPEG head before an SVG', () => Buffer.from('\u00ff\u00d8\u00ff<svg xmlns="…"/>', 'latin1'), DAMAGED],
    ['20,000 × 20,000 pixels', () => hollowPng(20_000, 20_000, { lines: 10 }), PIXELS],
    ['2 × 100,000,000 pixels', () => hollowPng(2, 100_000_000, { lines: 10 }), PIXELS],
    ['a large AVIF, which takes four times its pixels', () => LARGE_AVIF, PIXELS],
  ])('that is %s', async (_, file, sentence) => {
    const bytes = await file();
    expect(await refusalOf(() => upload(bytes), 400)).toBe(sentence);
  });

  const file: Field = ['file', jpeg];
  it.each<[string, Field[], string?]>([
    ['without a preset', [file]],
    ['without a file', [PRESET]],
    ['with nothing in it', []],
    ['whose file has another name', [['photo', jpeg], PRESET]],
    ['whose preset has another name', [file, ['preset', 'shipments']]],
    ['with two files', [file, file, PRESET]],
    ['with two presets', [file, PRESET, PRESET]],
    ['with one field more', [file, PRESET, ['folder', '..']]],
    ['whose file is a link', [['file', 'http://169.254.169.254/latest'], PRESET]],
    ['whose preset is a file', [file, ['upload_preset', Buffer.from('shipments')]]],
    ['with another preset', [file, ['upload_preset', 'other']], 'This upload preset doesn’t exist.'],
  ])('%s', async (_, fields, sentence = FIELDS) => {
    expect(await refusalOf(() => upload(jpeg, { fields }), 400)).toBe(sentence);
  });

  it('to another cloud', async () => {
    for (const url of ['/v1_1/other/image/upload', '/v1_1/Waybill/image/upload', '/v1_1/..%2fwaybill/image/upload'])
      expect(await refusalOf(() => upload(jpeg, { url }), 404)).toBe('This cloud name doesn’t exist.');
  });

  it('from anyone but a manager', async () => {
    for (const [as, status] of [[null, 401] as const, [await server.signInAs('customer'), 403] as const])
      await refusalOf(() => upload(jpeg, { as }), status);
  });

  it('that is not a form, or a broken one', async () => {
    const { payload, headers } = await formOf([['file', jpeg]]);
    const type = headers['content-type'] ?? '';
    const authorization = `Bearer ${manager.token}`;
    for (const [status, contentType, body] of [
      [400, 'application/json', '{"file":"data:image/png;base64,"}'],
      [415, 'image/jpeg', jpeg],
      [400, 'multipart/form-data', payload],
      [400, 'multipart/form-data; boundary=other', payload],
      [400, type, payload.subarray(0, payload.length - 100)],
      [400, type, Buffer.from(payload.toString('latin1').replace('"file"', '"__proto__"'), 'latin1')],
    ] as const) {
      const request = { url: UPLOAD, payload: body, headers: { authorization, 'content-type': contentType } };
      await refusalOf(() => server.request({ method: 'POST', ...request }), status);
    }
  });
});

describe('a body that is too large', () => {
  let address: URL;
  beforeAll(async () => {
    address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  });
  const headers = { authorization: `Bearer ${manager.token}` };
  const TOO_LARGE = 'An image can be up to 10 MB.';

  /** The file begins like a JPEG and never ends, 64 KiB at a time. */
  function* endless(size: number) {
    yield Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    );
    const chunk = Buffer.alloc(64 * 1024, 0xff);
    for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
    yield Buffer.from('\r\n--x--\r\n');
  }

  it('is rejected by its Content-Length before it is read', async () => {
    const before = await stored();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(MAX_IMAGE_BYTES + 20_000)]), 'large.jpg');
    body.append(...PRESET);
    const answer = await fetch(new URL(UPLOAD, address), { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { message: TOO_LARGE } });
    expect(await stored()).toEqual(before);
  });

  it('is rejected while it streams in, without 50 MB in memory or on the disk', async () => {
    const before = await stored();
    const socket = connect(Number(address.port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${UPLOAD} HTTP/1.1\r\nhost: waybill.test\r\nauthorization: ${headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    const held = bytesHeld();
    let sentBeforeAnswer = 0;
    for (const chunk of endless(50 * 1024 * 1024)) {
      if (!answer) sentBeforeAnswer += chunk.length;
      const written = socket.write(
        Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
      );
      if (!written) await once(socket, 'drain');
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.write('0\r\n\r\n');
    await until('the answer came', () => answer.includes(TOO_LARGE));
    // V8 frees buffers in the background, which may take a moment.
    await until('no more than 40 MB are held', () => bytesHeld() - held < 40 * 1024 * 1024);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sentBeforeAnswer).toBeLessThan(25 * 1024 * 1024);
    expect(await stored()).toEqual(before);
  });

  it('of exactly 10 MB is accepted', async () => {
    const picture = hollowPng(40, 40);
    const full = Buffer.concat([picture, Buffer.alloc(MAX_IMAGE_BYTES - picture.length)]);
    expect((await upload(full)).statusCode).toBe(200);
    expect(await refusalOf(() => upload(Buffer.concat([full, Buffer.alloc(1)])), 413)).toBe(TOO_LARGE);
  });

  it('or of any size leaves nothing if the sender hangs up in the middle', async () => {
    const unfinished = async () => Object.keys(await stored()).filter((path) => path.includes('.unfinished/'));
    await until('the uploads before were cleared away', async () => (await unfinished()).length === 0);
    const before = await stored();
    for (let index = 0; index < 5; index += 1) {
      const socket = connect(Number(address.port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST ${UPLOAD} HTTP/1.1\r\nhost: waybill.test\r\nauthorization: ${headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n`,
      );
      for (const chunk of endless(index * 200_000)) socket.write(chunk);
      await new Promise((resolve) => setTimeout(resolve, 20 * index));
      socket.destroy();
    }
    const count = async () => Object.keys(await stored()).length;
    await until('everything was cleared away', async () => (await count()) === Object.keys(before).length);
    expect(await stored()).toEqual(before);
  });
});

it('a requested image is 404 in JSON if it does not exist, and no way leads out of the folder', async () => {
  const { secure_url, public_id } = (await upload(await picture(400, 300).jpeg().toBuffer())).json<Uploaded>();
  expect((await read(secure_url)).statusCode).toBe(200);
  await writeFile(join(server.environment.DATA_DIR, 'images', '.unfinished', 'secret'), 'CANARY');
  for (const name of [
    ...[`${'0'.repeat(32)}-320.webp`, `${public_id}-300.webp`, `${public_id}-640.webp`, `${public_id}.webp`],
    ...[`${public_id}-400.jpg`, `${public_id.toUpperCase()}-400.webp`, `${public_id}-400.webp%00`],
    ...[`${public_id}-400.webp/`, '', 'upload', `../../other/image/${public_id}-400.webp`, '../../waybill', '../..'],
    ...['../../secret-key', '..%2f..%2fsecret-key', '%2e%2e%2f%2e%2e%2fsecret-key', '..%5c..%5csecret-key'],
    ...['.unfinished%2fsecret', `${'0'.repeat(32)}-1.webp%2f..%2f..%2f.unfinished%2fsecret`, '%2fetc%2fpasswd'],
  ]) {
    const answer = await server.request({ url: `/v1_1/waybill/image/${name}` });
    expect([name, answer.statusCode]).toEqual([name, 404]);
    expect(answer.json()).toMatchObject({ error: { data: { code: 'NOT_FOUND' } } });
    expect(answer.body).not.toMatch(/CANARY|root:/);
  }
});

describe("a shipment's images", async () => {
  const KEY = '0123456789abcdef0123456789abcdef';
  const own = (await upload(await picture(40, 40).png().toBuffer())).json<Uploaded>().secure_url;
  const REFUSED = { images: ['Images have to be uploaded here. Links to other sites aren’t accepted.'] };
  const FOREIGN = [
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/v1_1/waybill/image/a.webp',
    `https://waybill.test/v1_1/waybill/image/${KEY}-640.webp`,
    `http://waybill.test:8080/v1_1/waybill/image/${KEY}-640.webp`,
    `http://waybill.test.evil.example/v1_1/waybill/image/${KEY}-640.webp`,
    `http://evil.example/v1_1/waybill/image/${KEY}-640.webp`,
    `http://user:secret@waybill.test/v1_1/waybill/image/${KEY}-640.webp`,
    `http://waybill.test@evil.example/v1_1/waybill/image/${KEY}-640.webp`,
    `http://waybill.test/v1_1/other/image/${KEY}-640.webp`,
    `http://waybill.test/v1_1/waybill/image/${KEY}-640.webp?next=http://evil.example`,
    `http://waybill.test/v1_1/waybill/image/${KEY}-640.webp#x`,
    `http://waybill.test/v1_1/waybill/image/../../../api/trpc/auth.logout`,
    `http://waybill.test/v1_1/waybill/image/%2e%2e/${KEY}-640.webp`,
    `http://waybill.test\\v1_1\\waybill\\image\\${KEY}-640.webp`,
    `HTTP://waybill.test/v1_1/waybill/image/${KEY}-640.webp`,
    'http://waybill.test/v1_1/waybill/image/upload',
    `http://waybill.test/v1_1/waybill/image/${KEY}-640.svg`,
    `http://waybill.test/v1_1/waybill/image/${KEY}-640.webp/`,
    'http://waybill.test/api/trpc/auth.profile',
    'http://waybill.test/',
    'https://res.cloudinary.com/waybill/image/upload/v1/a.jpg',
  ];
  it('are accepted from this server only', async () => {
    const create = (images: string[]) =>
      server.call('shipmentAdmin.createShipment', parcelInput({ images }), { as: manager });
    const before = await server.query('select count(*) from shipments');
    for (const link of FOREIGN) {
      const answer = await create([own, link]);
      expect([link, answer.outcome]).toEqual([link, 'BAD_REQUEST']);
      expect(answer.error.data.fieldErrors).toEqual(REFUSED);
    }
    expect(await server.query('select count(*) from shipments')).toEqual(before);
    const { id } = (await create([own, own])).data;
    const { data } = await server.call('shipmentAdmin.getShipment', { id }, { as: manager });
    expect(data.images).toEqual([own, own]);
  });

  it('can be replaced by others from here, and kept wherever they were', async () => {
    const { id } = await server.parcel();
    const kept = 'https://earlier.example/a.jpg';
    await server.query('update shipments set images = $2 where id = $1', [id, [kept]]);
    const update = (images: string[]) =>
      server.call('shipmentAdmin.updateShipment', updateInput(id, { images }), { as: manager });
    expect((await update([kept, own])).outcome).toBe('ok');
    expect((await update([own, 'https://earlier.example/b.jpg'])).error.data.fieldErrors).toEqual(REFUSED);
    expect((await update([own])).outcome).toBe('ok');
    // What it no longer has is as foreign as anything.
    expect((await update([kept])).error.data.fieldErrors).toEqual(REFUSED);
  });

  it.each([
    [
      'https://api.cloudinary.com',
      'https://res.cloudinary.com/waybill/image/upload/v1/parcels/a.jpg',
      'https://res.cloudinary.com',
    ],
    ['https://images.example.com/kept/', 'https://images.example.com/kept/a.webp', 'https://images.example.com'],
  ])('come from %s if that is the image host, and nothing is uploaded here then', async (host, link, origin) => {
    const other = await testServer({ environment: { IMAGE_HOST: host } });
    const boss = await other.signInAs('manager');
    const create = (image: string) =>
      other.call('shipmentAdmin.createShipment', parcelInput({ images: [image] }), { as: boss });
    expect((await create(link)).outcome).toBe('ok');
    expect((await create(own)).outcome).toBe('ok');
    for (const foreign of [
      link.replace('https:', 'http:'),
      link.replace('.com/', '.com.evil.example/'),
      link.replace(/\/(?:waybill|kept)\//, '/other/'),
      `${link}?a=b`,
      link.replace(/[^/]+$/, '../../../other/a.jpg'),
      link.replace(/[^/]+$/, '%2e%2e/%2E%2e/a.jpg'),
      link.replace(/[^/]+$/, '..\\..\\a.jpg'),
      link.replace(/[^/]+$/, ''),
      'https://api.cloudinary.com/v1_1/waybill/image/upload',
    ])
      expect([foreign, (await create(foreign)).outcome]).toEqual([foreign, 'BAD_REQUEST']);
    const sent = await upload(await picture(20, 20).png().toBuffer(), { to: other, as: boss });
    expect(sent.statusCode).toBe(404);
    const policy = String((await other.request({ url: '/healthz' })).headers['content-security-policy']);
    for (const name of ['img-src', 'connect-src'])
      expect(policy.split(';').find((directive) => directive.startsWith(name))).toContain(origin);
  });
});

describe('an upload', () => {
  const NO_LONGER = 'An image is no longer available. Please upload it again.';
  const UNUSED = "select id from pgboss.job where name = 'unused-image'";

  async function uploaded(of: TestServer, boss: Person): Promise<{ link: string; files: () => Promise<string[]> }> {
    const answer = await upload(await picture().jpeg().toBuffer(), { to: of, as: boss });
    const { public_id: key, secure_url: link } = answer.json<Uploaded>();
    const files = async () => Object.keys(await stored(of)).filter((file) => file.includes(key));
    expect(await files()).toHaveLength(3);
    return { link, files };
  }

  const aDayLater = (of: TestServer) =>
    of.query("update pgboss.job set start_after = now() - interval '1 second' where name = 'unused-image'");

  it('that no shipment uses after a day is removed in all widths; a used one stays', async () => {
    const host = await testServer({ worker: true, mails: { pollSeconds: 1 } });
    const boss = await host.signInAs('manager');
    const create = (images: string[]) =>
      host.call('shipmentAdmin.createShipment', parcelInput({ images }), { as: boss });
    const [created, added, left] = [await uploaded(host, boss), await uploaded(host, boss), await uploaded(host, boss)];
    const { id } = (await create([created.link])).data;
    const both = updateInput(id, { images: [created.link, added.link] });
    expect((await host.call('shipmentAdmin.updateShipment', both, { as: boss })).outcome).toBe('ok');
    await aDayLater(host);
    await until('the upload is removed', async () => (await left.files()).length === 0);
    expect([(await created.files()).length, (await added.files()).length]).toEqual([3, 3]);

    // Nothing is saved with a missing picture.
    const late = await create([created.link, left.link]);
    expect(late.error.data.fieldErrors).toEqual({ images: [NO_LONGER] });
    // A picture of one shipment may be on another one, too.
    expect((await create([created.link])).outcome).toBe('ok');
  });

  it('waits for a day, even if a shipment with it was rejected', async () => {
    const host = await testServer();
    const boss = await host.signInAs('manager');
    const { link } = await uploaded(host, boss);
    const [job] = await host.query<{ hours: number }>(
      `select round(extract(epoch from start_after - now()) / 3600)::int as hours
       from pgboss.job where name = 'unused-image'`,
    );
    expect(job?.hours).toBe(24);
    const create = (...images: string[]) =>
      host.call('shipmentAdmin.createShipment', parcelInput({ images }), { as: boss });
    const unknown = `${PUBLIC_URL}/v1_1/waybill/image/${'0'.repeat(32)}-640.webp`;
    expect((await create(link, unknown)).error.data.fieldErrors).toEqual({ images: [NO_LONGER] });
    expect(await host.query(UNUSED)).toHaveLength(1);
    await create(link, link);
    expect(await host.query(UNUSED)).toEqual([]);
  });

  it('is not stored if its cleanup cannot be scheduled', async () => {
    const host = await testServer();
    const boss = await host.signInAs('manager');
    const sendLater = vi.spyOn(host.services.jobs, 'sendLater').mockRejectedValue(new Error('The queue is away'));
    const answer = await upload(await picture().jpeg().toBuffer(), { to: host, as: boss });
    sendLater.mockRestore();
    expect(answer.statusCode).toBe(503);
    expect(await stored(host)).toEqual({});
  });
});

describe('a failure while storing', () => {
  it('leaves nothing behind and is reported', async () => {
    const full = await testServer();
    const boss = await full.signInAs('manager');
    const { FSDriver } = await import('flydrive/drivers/fs');
    const { DurableDisk } = await import('../../server/base/images/durable-disk.ts');
    expect(DurableDisk.prototype).toBeInstanceOf(FSDriver);
    const put = DurableDisk.prototype.put;
    let writes = 0;
    const spy = vi.spyOn(DurableDisk.prototype, 'put').mockImplementation(async function (
      this: typeof DurableDisk.prototype,
      ...order
    ) {
      writes += 1;
      if (writes === 3) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return put.apply(this, order);
    });
    const file = await picture(1600, 90).jpeg().toBuffer();
    const answer = await upload(file, { to: full, as: boss });
    spy.mockRestore();
    expect(answer.statusCode).toBe(503);
    const message = 'The image couldn’t be stored. Please try again in a moment.';
    expect(answer.json()).toMatchObject({ error: { message } });
    expect(writes).toBe(3);
    expect(await stored(full)).toEqual({});
    expect((await upload(file, { to: full, as: boss })).statusCode).toBe(200);
    expect(Object.keys(await stored(full))).toHaveLength(4);
  });

  it('never leaves a partial file under its final name, and the leftovers are cleared', async () => {
    const { DurableDisk, clearUnfinished } = await import('../../server/base/images/durable-disk.ts');
    const root = join(server.environment.DATA_DIR, 'durable');
    const unfinished = join(root, '.unfinished');
    await clearUnfinished(unfinished);
    const disk = new DurableDisk(root, unfinished);
    await disk.put('ab/file', Buffer.from('whole'));
    expect(await readFile(join(root, 'ab/file'), 'utf8')).toBe('whole');
    await expect(disk.put('ab/file/below', Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(unfinished)).toEqual([]);
    const { utimes } = await import('node:fs/promises');
    await writeFile(join(unfinished, 'dead'), 'half');
    await writeFile(join(unfinished, 'alive'), 'half');
    await utimes(join(unfinished, 'dead'), 0, 0);
    await clearUnfinished(unfinished);
    expect(await readdir(unfinished)).toEqual(['alive']);
  });
});

const bucket = await startS3Bucket();
afterAll(() => bucket.stop());
for (const [name, value] of Object.entries(bucket.credentials)) vi.stubEnv(name, value);
const remote = await testServer({ environment: { IMAGE_STORAGE: bucket.address } });
const boss = await remote.signInAs('manager');
const keys = () => [...bucket.objects.keys()].filter((key) => !key.startsWith('images/marks/'));

describe('a bucket', () => {
  it('stores images in all widths and returns them', async () => {
    const answer = await upload(await picture(700, 50).jpeg().toBuffer(), { to: remote, as: boss });
    expect(answer.statusCode, answer.body).toBe(200);
    const { secure_url, public_id } = answer.json<Uploaded>();
    const place = (width: number) => `images/${public_id.slice(0, 2)}/${public_id}-${width}.webp`;
    expect(keys()).toEqual([place(320), place(640), place(700)]);
    expect(bucket.objects.get(place(320))?.type).toBe('image/webp');
    for (const { url, width } of variantsOf(secure_url)) {
      const image = await remote.request({ url: pathOf(url) });
      expect(image.statusCode).toBe(200);
      expect(image.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(image.rawPayload.equals(bucket.objects.get(place(width))?.body ?? Buffer.alloc(0))).toBe(true);
    }
    expect(await stored(remote)).toEqual({});
  });

  it('returns 404 for a missing image, and gets no request for an invalid name', async () => {
    bucket.asked.length = 0;
    const name = `${'0'.repeat(32)}-320.webp`;
    expect((await remote.request({ url: `/v1_1/waybill/image/${name}` })).statusCode).toBe(404);
    expect(bucket.asked).toEqual([`HEAD images/00/${name}`]);
    expect((await remote.request({ url: '/v1_1/waybill/image/..%2f..%2fx-1.webp' })).statusCode).toBe(404);
    expect(bucket.asked).toHaveLength(1);
  });

  it('is unchanged after a failure in the middle', async () => {
    const before = keys();
    bucket.fail((request) => /^PUT .*-640/.test(request));
    const answer = await upload(await picture(700, 50).jpeg().toBuffer(), { to: remote, as: boss });
    expect(answer.statusCode).toBe(503);
    expect(keys()).toEqual(before);
    bucket.fail((request) => request.startsWith('HEAD'));
    const [known = ''] = before;
    const failed = await remote.request({ url: `/v1_1/waybill/image/${known.split('/').at(-1)}` });
    expect(failed.statusCode).toBe(500);
    expect(failed.body).not.toContain('InternalError');
    expect(failed.headers['cache-control']).toBe('no-store');
    bucket.fail(() => false);
  });
});

it('the images of the demo are stored like any image, as many as requested', async () => {
  const links = await storeDemoImages(server.services.images, 2);
  expect(new Set(links).size).toBe(2);
  for (const link of links) {
    expect(link.split('/').at(-1)).toMatch(IMAGE_FILE);
    const image = await read(link);
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 1200 });
    expect(variantsOf(link)).toHaveLength(IMAGE_WIDTHS.length + 1);
  }
});
