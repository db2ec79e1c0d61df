/** The process that encodes images fails for reasons of the server, not of the picture. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { filePaths } from '../../src/domain/file-paths.ts';
import { courierDay, photoOf, TO_MAILBOX } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

/** Another script in the place of the encoder, or the real one. */
const encoder = vi.hoisted(() => ({ script: '' }));
vi.mock(import('../../server/base/config/paths.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    get IMAGE_ENCODER() {
      return encoder.script || original.IMAGE_ENCODER;
    },
  };
});

const server = await testServer();
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c98f5a' } })
  .jpeg()
  .toBuffer();

const replaceEncoder = async (source: string) => {
  encoder.script = join(server.environment.DATA_DIR, 'encoder.mjs');
  await writeFile(encoder.script, source);
};

const FAULTS: [string, () => Promise<void>][] = [
  ['is killed', () => replaceEncoder(`process.kill(process.pid, 'SIGKILL')`)],
  ['throws', () => replaceEncoder(`throw new Error('timeout: 3% complete')`)],
  ['writes half a result', () => replaceEncoder(`process.stdout.write('{"width":')`)],
  [
    'is missing',
    async () => {
      encoder.script = join(server.environment.DATA_DIR, 'no-encoder.mjs');
    },
  ],
];

it.each(FAULTS)('a proof stays awaited if the encoder %s, and is received later', async (_, breakEncoder) => {
  const courier = await newCourier();
  const { id: runId } = await releasedRun(courier);
  const [task] = (await loadAndStart(courier)).tasks;
  const photo = photoOf(task, picture);
  const visitId = await visit(courier, task, TO_MAILBOX, { proofs: [photo] });
  const headers = { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' };
  const put = () =>
    server.request({ method: 'PUT', url: filePaths.proof(visitId, photo.sha256), headers, payload: picture });

  await breakEncoder();
  const failed = await put();
  encoder.script = '';
  // The phone keeps the picture and goes on sending its other rows.
  expect([failed.statusCode, failed.json().error.data.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
  expect(await server.query('select kind from run_exceptions where run_id = $1', [runId])).toEqual([]);
  expect((await put()).statusCode).toBe(200);
});

// One of them: the proofs above have shown all four, of the same process.
it.each(FAULTS.slice(0, 1))('a manager is asked to try again if the encoder %s', async (_, breakEncoder) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'parcel.jpg');
  form.append('upload_preset', 'shipments');
  const request = new Request('http://waybill.test', { method: 'POST', body: form });
  const headers = {
    authorization: `Bearer ${manager.token}`,
    'content-type': request.headers.get('content-type') ?? '',
  };
  const payload = Buffer.from(await request.arrayBuffer());
  const upload = () => server.request({ method: 'POST', url: '/v1_1/waybill/image/upload', headers, payload });

  await breakEncoder();
  const failed = await upload();
  encoder.script = '';
  expect(failed.statusCode).toBe(503);
  expect(failed.json().error.message).toBe('The image couldn’t be stored. Please try again in a moment.');
  expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
  expect((await upload()).statusCode).toBe(200);
});
