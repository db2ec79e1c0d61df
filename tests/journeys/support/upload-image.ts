import sharp from 'sharp';
import { PASSWORD, type RunningApp } from './journey.ts';

/** An image on this server, in every stored width. */
export async function uploadImage(app: RunningApp, background = '#5a8fc9'): Promise<string> {
  const { email } = await app.person({ email: `image-${crypto.randomUUID()}@example.com`, manager: true });
  const { token } = await app.call<{ token: string }>(email, 'auth.login', { email, password: PASSWORD });
  const picture = await sharp({ create: { width: 700, height: 525, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), 'parcel.jpg');
  body.append('upload_preset', 'shipments');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/v1_1/waybill/image/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { secure_url: string }).secure_url;
}

const uploads = new WeakMap<RunningApp, Promise<string>[]>();

/**
 * Different images, which journeys of one app share: the server encodes each in three sizes, in
 * a separate process.
 */
export function uploadImages(app: RunningApp, count: number): Promise<string[]> {
  const uploaded = uploads.get(app) ?? [];
  uploads.set(app, uploaded);
  while (uploaded.length < count) uploaded.push(uploadImage(app, `hsl(${uploaded.length * 37}, 60%, 50%)`));
  return Promise.all(uploaded.slice(0, count));
}
