/** Pictures of deliveries on an S3-compatible store, where the images are. */
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { courierDay, photoOf, TO_MAILBOX } from '../support/courier-day.ts';
import { startS3Bucket } from '../support/s3-bucket.ts';
import { testServer } from '../support/vitest.ts';

const bucket = await startS3Bucket();
afterAll(() => bucket.stop());
for (const [name, value] of Object.entries(bucket.credentials)) vi.stubEnv(name, value);
const server = await testServer({ environment: { IMAGE_STORAGE: bucket.address } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);

it('a proof is stored in the bucket beside the public images, read through the server, and deleted', async () => {
  const courier = await newCourier();
  await releasedRun(courier);
  const [task] = (await loadAndStart(courier)).tasks;
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c98f5a' } })
    .jpeg()
    .toBuffer();
  const photo = photoOf(task, bytes);
  const visitId = await visit(courier, task, TO_MAILBOX, { proofs: [photo] });
  const url = filePaths.proof(visitId, photo.sha256);
  const put = () => {
    const headers = { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' };
    return server.request({ method: 'PUT', url, headers, payload: bytes });
  };
  const get = () => server.request({ url, headers: { authorization: `Bearer ${manager.token}` } });

  // What the bucket fails to store is not received, and the phone tries again.
  bucket.fail((request) => request.startsWith('PUT'));
  expect((await put()).statusCode).toBeGreaterThanOrEqual(500);
  expect((await get()).statusCode).toBe(404);
  bucket.fail(() => false);
  expect((await put()).statusCode).toBe(200);
  const proofs = () => [...bucket.objects].filter(([key]) => !key.startsWith('images/marks/'));
  const [[place = '', stored] = []] = proofs();
  expect(place).toMatch(/^images\/proofs\/([0-9a-f]{2})\/\1[0-9a-f]{30}\.webp$/);
  expect(stored?.type).toBe('image/webp');
  const read = await get();
  expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(read.rawPayload.equals(stored?.body ?? Buffer.alloc(0))).toBe(true);
  bucket.fail((request) => request.startsWith('GET') || request.startsWith('HEAD'));
  expect((await get()).statusCode).toBeGreaterThanOrEqual(500);
  bucket.fail(() => false);

  await server.query(`update visit_proofs set created_at = now() - interval '181 days'`);
  await tidyProofs(server.services);
  expect(bucket.asked).toContain(`DELETE ${place}`);
  expect(proofs()).toEqual([]);
  expect((await get()).statusCode).toBe(404);
});
