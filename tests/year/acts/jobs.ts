/** What happens by itself: emails leave, nights pass, nobody decides, and people go. */
import { DAILY_STEPS, HOURLY_STEPS } from '../../../server/background/housekeeping.ts';
import { deliverMail } from '../../../server/mail/deliver-mail.ts';
import type { OutgoingMail } from '../../../server/mail/letters/transport.ts';
import { makeRegularPickups } from '../../../server/pickups/regular-days.ts';
import { bringBackUndecided } from '../../../server/tracking/decide-next.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import { newShop, wordsOf } from '../new-world.ts';
import { type Act, asJobs, attempt, endRights, pickOf, today, type World } from '../world.ts';

interface QueuedMail {
  id: string;
  kind: string;
  deliveries: number;
  shipment: string | null;
}

/** Sends what waits. The mail server of another day takes only some of it. */
async function sendMails(world: World, takes: (at: number) => boolean): Promise<void> {
  const { server, inbox } = world;
  const queued = await server.query<QueuedMail>(
    `select id, kind, deliveries, about->>'shipmentId' as shipment from mails where state = 'queued' order by id`,
  );
  for (const [at, { id, kind, deliveries, shipment }] of queued.entries()) {
    const transport = {
      async send({ to, text, stopLink = null }: OutgoingMail) {
        if (!takes(at)) throw new Error('451 Try again later');
        inbox.push({ to, kind, shipmentId: shipment ?? undefined, text, stopLink });
      },
      close: () => undefined,
    };
    await deliverMail(server.services, transport, { mailId: id, number: deliveries }).catch((error: Error) => {
      if (!error.message.startsWith('451')) throw error;
    });
  }
  world.log.push(`${queued.length} emails, ${inbox.length} have come so far`);
}

export const JOB_ACTS: Record<string, Act> = {
  async 'emails are sent'(world) {
    await sendMails(world, () => true);
  },
  async 'the mail server takes only some'(world, _, drawn) {
    await sendMails(world, (at) => at % 3 === drawn % 3);
  },
  async 'an hour passes'(world) {
    for (const step of Object.values(HOURLY_STEPS)) await step(world.server.services);
  },
  async 'a night passes'(world) {
    for (const step of Object.values(DAILY_STEPS)) await step(world.server.services);
  },
  async 'nobody decides in time'(world) {
    await bringBackUndecided(asJobs(world, { DECIDE_DAYS: -1 }));
  },
  async 'a day becomes a day off'(world, _, drawn) {
    const off = shiftDay(today(world), 1 + (drawn % 5));
    await makeRegularPickups(asJobs(world, { DAYS_OFF: [off] }));
  },
  async 'a shop is erased'(world, which) {
    const shop = pickOf(world.shops, which);
    // What an erased shop never handed over counts as here (starts_at_sender, migration 0080). Until that is mended, one
    // with parcels that it still has stays.
    const ids = world.parcels.flatMap((one) => (one.shop?.id === shop?.id ? one.id : []));
    if (!shop || ids.some((id) => world.places.get(id)?.includes('sender'))) return;
    if (!(await attempt(world, 'userAdmin.deleteUser', { id: shop.id }, { as: world.manager }))) return;
    for (const parcel of world.parcels.filter((one) => one.shop?.id === shop.id)) {
      endRights(world, parcel.id, 'sender');
      parcel.shop = null;
    }
    world.erased.push(...wordsOf(shop));
    const isAccountant = world.accountants.some(({ id }) => id === shop.id);
    const next = await newShop(world.server, { isAccountant });
    world.shops = world.shops.map((one) => (one === shop ? next : one));
    world.accountants = world.accountants.map((one) => (one.id === shop.id ? next : one));
  },
};
