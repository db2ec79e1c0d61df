/** The links in emails about a parcel give away no more than they should. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { type MailKind, SHIPMENT_MAIL_KINDS } from '../../src/domain/mail.ts';
import { PARTIES } from '../../src/domain/shipment.ts';
import { courierDay, DELIVERED } from '../support/courier-day.ts';
import type { Parcel } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);

/** These have other templates, and other events come before them: other tests follow them. */
const TESTED_ELSEWHERE: readonly MailKind[] = ['status-summary', 'return-collection', 'contact-changed'];

it('each email about a parcel has its reader’s own code in the fragment alone', async () => {
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, { as: manager });
  await server.services.db.transaction((tx) =>
    insertRate(tx, { userId: shop.id, maxGrams: 100_000, feeCents: 0n, codFeeCents: 0n }),
  );
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier, [{ cod: 499, senderEmail: shop.email }]);
  const [parcel] = shipments as [Parcel];
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id: parcel.id, code: parcel.receiverCode }))
    .data;
  const choice = { id: parcel.id, choiceId: randomUUID(), kind: 'note', text: 'Knock' } as const;
  expect((await server.call('choice.make', choice, { headers: { 'x-shipment-grant': grant } })).outcome).toBe('ok');
  const { tasks } = await loadAndStart(courier);
  await server.query(
    `insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
     values ($1, $2, 'shipped', 'location', '', 'Hub', now())`,
    [randomUUID(), parcel.id],
  );
  const occurredAt = new Date().toISOString();
  const failed = { reason: 'consignee_not_home', occurredAt };

  const seen = new Set<MailKind>();
  async function check(kinds: Partial<Record<MailKind, object>>) {
    for (const [kind, about] of Object.entries(kinds) as [MailKind, object][])
      for (const party of PARTIES) {
        const [{ email: receiver = '' } = {}] = await server.query<{ email: string }>(
          `select ${party}_email as email from shipments where id = $1`,
          [parcel.id],
        );
        const subject = { shipmentId: parcel.id, party, ...about };
        const mail = { id: randomUUID(), state: 'queued', deliveries: 1, kind, receiver, about: subject } as StoredMail;
        const draft = await draftMail(server.services, mail);
        const { text, html } = draft?.render(await draft.secret()) ?? { text: '', html: '' };
        const [own, others] =
          party === 'sender' ? [parcel.senderCode, parcel.receiverCode] : [parcel.receiverCode, parcel.senderCode];
        const links = [...new Set([...text.matchAll(/https?:\S+/g), ...html.matchAll(/(?<=href=")[^"]+/g)].flat())]
          .filter((link) => link.includes('/track/'))
          .map((link) => new URL(link));
        expect(links.length, `${kind} to the ${party}`).toBeGreaterThanOrEqual(2);
        for (const { hash, search, pathname } of links) {
          expect(hash, `${kind} to the ${party}`).toBe(`#code=${own}`);
          expect(search + pathname).not.toContain(own);
        }
        for (const part of [text, html]) expect(part.replaceAll(/[ -]/g, '')).not.toContain(others);
        seen.add(kind);
      }
  }
  await check({
    'shipment-created': {},
    'code-replaced': {},
    'code-mismatch': {},
    'return-declined': { reason: 'Late' },
    'status-changed': { status: 'delivery', occurredAt },
    arrived: { place: 'Hub' },
    'two-stops': {},
    'delivery-attempted': failed,
    'delivery-corrected': failed,
    'choice-made': { choiceId: choice.choiceId },
  });
  const payments = [{ taskId: tasks[0]?.id, method: 'cash', amount: 499 }];
  const factId = await visit(courier, tasks[0], DELIVERED, { payments });
  await check({
    'cod-receipt': { factId },
    'delivery-proof': {},
    'status-changed': { status: 'delivered', occurredAt },
  });
  expect([...seen, ...TESTED_ELSEWHERE].toSorted()).toEqual(SHIPMENT_MAIL_KINDS.toSorted());
});
