import sharp from 'sharp';
import { PASSWORD, type RunningApp } from './journey.ts';

/** An image on this server, in every stored width. */
export async function uploadImage(app: RunningApp): Promise<string> {
  const { email } = await app.person({ email: `image-${crypto.randomUUID()}@example.com`, manager: true });
  const { token } = await fetch(`${app.url}/api/trpc/auth.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }).then(async (answer) => ((await answer.json()) as { result: { data: { token: string } } }).result.data);
  const picture = await sharp({ create: { width: 1400, height: 1050, channels: 3, background: '#5a8fc9' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), 'parcel.jpg');
  body.append('upload_preset', 'shipments');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/v1_1/waybill/image/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { secure_url: string }).secure_url;
}
