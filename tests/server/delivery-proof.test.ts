import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { draftMail } from '../../server/mail/draft-mail.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { DEFAULT_CHOICES } from '../../src/domain/messages.ts';
import { courierDay, fact, photoOf } from '../support/courier-day.ts';
import { decodeCodes } from '../support/decode-codes.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import type { Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());
const QUICK = { attempts: 4, retryDelaySeconds: 1, maxRetryDelaySeconds: 0, pollSeconds: 0.5 } satisfies MailDelivery;
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url }, mails: QUICK });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, tell, loadAndStart } = courierDay(server, manager);

/** Dark all over, so that it is seen on paper. */
const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#102030' } })
    .jpeg()
    .toBuffer();
const put = (courier: Person, visitId: string, bytes: Buffer) =>
  server.request({
    method: 'PUT',
    url: filePaths.proof(visitId, createHash('sha256').update(bytes).digest('hex')),
    headers: { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' },
    payload: bytes,
  });

let doors = 0;
async function delivered(photos: readonly Buffer[], { wants = false } = {}) {
  doors += 1;
  const receiverEmail = `proven-${doors}@example.com`;
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier, [{ receiverEmail, shipTo: `Kaj ${doors}, 411 04 Göteborg` }]);
  const [shipment] = shipments;
  if (!shipment) throw new Error('There is one');
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id: shipment.id, code: shipment.receiverCode }))
    .data;
  const headers = { 'x-shipment-grant': grant };
  if (wants) {
    const choices = { ...DEFAULT_CHOICES, mail: [...DEFAULT_CHOICES.mail, 'proof' as const] };
    const saved = await server.call('message.saveChoices', { trackingId: shipment.trackingId, choices }, { headers });
    expect(saved.outcome, saved.body).toBe('ok');
  }
  const [task] = (await loadAndStart(courier)).tasks;
  const proofs = photos.map((bytes) => photoOf(task, bytes));
  const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'neighbour' }];
  const visit = fact({ stopId: task?.stopId, outcomes, proofs, recipient: 'Kim at 4B' });
  await tell(courier, 'visit', visit);
  return { courier, shipment, visit, headers, receiverEmail };
}

const download = (trackingId: string, headers: Record<string, string> = {}) =>
  server.request({ method: 'GET', url: filePaths.deliveryProof(trackingId), headers });

async function readPages(bytes: Uint8Array) {
  const pages: { text: string; dark: number; codes: string[] }[] = [];
  for await (const page of readPdf(bytes)) {
    const png = await page.render();
    const [{ channels }, codes] = [await sharp(png).stats(), await decodeCodes(png)];
    pages.push({ text: page.text, codes, dark: 1 - (channels[0]?.mean ?? 255) / 255 });
  }
  return pages;
}

it('says when, how and to whom, with its picture, to who may see the parcel', async () => {
  const bytes = await picture();
  const { courier, shipment, visit, headers } = await delivered([bytes]);
  const early = await download(shipment.trackingId, headers);
  expect((await readPages(early.rawPayload))[0]?.text).toContain('Pictures that aren’t in this file: 1.');
  expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
  const answer = await download(shipment.trackingId, headers);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [page, ...others] = await readPages(answer.rawPayload);
  expect(others).toEqual([]);
  for (const words of ['Proof of delivery', 'Kim at 4B', 'to a neighbour', 'Elin Strand', 'Photo 1'])
    expect(page?.text).toContain(words);
  expect(page?.dark).toBeGreaterThan(0.2);
  // Its QR code is the receipt, as who may see the parcel gets it.
  const receipt = await server.call('shipment.getReceipt', { trackingId: shipment.trackingId }, { headers });
  const [header, payload] = receipt.data.jws.split('.');
  const [code] = page?.codes ?? [];
  expect(code).toContain(`QRCode ${server.services.environment.PUBLIC_URL}/receipt#${header}.${payload}.`);
  for (const grant of ['', 'x'])
    expect((await download(shipment.trackingId, { 'x-shipment-grant': grant })).statusCode).toBe(404);
});

it('is not there before the delivery, nor for an ID that nobody has', async () => {
  const { id, trackingId, receiverCode } = await server.parcel();
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id, code: receiverCode })).data;
  for (const asked of [trackingId, 'WRV1WYGKQ91X', '…'])
    expect((await download(encodeURIComponent(asked), { 'x-shipment-grant': grant })).statusCode).toBeGreaterThan(399);
});

it('with five pictures takes more pages', async () => {
  const photos = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      sharp({ create: { width: 40 + at, height: 30, channels: 3, background: '#102030' } })
        .jpeg()
        .toBuffer(),
    ),
  );
  const { courier, shipment, visit, headers } = await delivered(photos);
  for (const bytes of photos) expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
  const pages = await readPages((await download(shipment.trackingId, headers)).rawPayload);
  expect(pages).toHaveLength(3);
  expect(pages.map(({ text }) => text).join(' ')).toContain('Photo 5');
});

it('comes by email to who wants it, once its last picture is here, and to nobody else', async () => {
  const [first, second] = [
    await picture(),
    await sharp(await picture())
      .resize(200)
      .jpeg()
      .toBuffer(),
  ];
  const { courier, visit, receiverEmail } = await delivered([first, second], { wants: true });
  const proofs = () => sink.mails.filter(({ subject }) => subject?.startsWith('Proof of delivery'));
  expect((await put(courier, visit.id, first)).statusCode).toBe(200);
  await until('the delivery is told', () => sink.mails.some(({ subject }) => subject?.startsWith('Delivered')));
  expect(proofs()).toEqual([]);
  expect((await put(courier, visit.id, second)).statusCode).toBe(200);
  const letter = await sink.mail(({ subject }) => subject?.startsWith('Proof of delivery') ?? false);
  expect(letter.receivers).toEqual([receiverEmail]);
  expect(letter.text).toContain('The attached file says when and how, with its pictures.');
  const [file] = letter.attachments;
  expect(file?.mimeType).toBe('application/pdf');
  const pages = await readPages(new Uint8Array(file?.content as ArrayBuffer));
  expect(pages.map(({ text }) => text).join(' ')).toContain('Photo 2');
  expect(proofs()).toHaveLength(1);
});

it('without pictures comes at once', async () => {
  const { receiverEmail } = await delivered([], { wants: true });
  await sink.mail(
    ({ receivers, subject }) => receivers.includes(receiverEmail) && subject?.startsWith('Proof of delivery') === true,
  );
});

it('does not come to a contact that nobody with the right to codes has seen', async () => {
  const { shipment, receiverEmail } = await delivered([]);
  const draft = (receiver: string) => {
    const about = { shipmentId: shipment.id, party: 'receiver' } as const;
    const mail = { id: randomUUID(), state: 'queued', deliveries: 1, digestAt: null } as const;
    return draftMail(server.services, { ...mail, kind: 'delivery-proof', receiver, about });
  };
  expect(await draft(receiverEmail)).not.toBeNull();
  const as = await server.signedIn({ roles: ['dispatcher'] });
  const email = 'the.dispatchers@example.com';
  const corrected = await server.call(
    'shipmentAdmin.correctParty',
    { id: shipment.id, party: 'receiver', email },
    { as },
  );
  expect(corrected.outcome).toBe('ok');
  expect([await draft(receiverEmail), await draft(email)]).toEqual([null, null]);
});
