/**
 * A courier's day in aeroplane mode while the browser is killed again and again, and then in the
 * evening while it sends: every visit that was shown as saved arrives once, every photo on its own
 * visit.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  button,
  link,
  listFacts,
  listProofs,
  preparePhone,
  readPhotos,
  releaseRun,
  showStopToCamera,
  startRun,
} from '../../journeys/support/courier.ts';
import { goOffline } from '../../journeys/support/device.ts';
import { expect, test } from '../../journeys/support/journey.ts';
import { type MortalPhone, switchOn } from '../../journeys/support/mortal-phone.ts';

const STOPS = 60;
const KILLS = 20;
/** While it sends. */
const EVENING_KILLS = 4;
/** Besides those after a kill. */
const COLD_STARTS = 3;
/** Longer than a visit takes: a kill comes at a random moment of it, or just after. */
const VISIT_MS = 2_500;
/** About as long as the server takes to answer: a kill comes before or after that. */
const ANSWER_MS = 60;

/** Says at once which visits are shown as saved. */
function watchSaved(): void {
  const { noteSaved } = window as unknown as { noteSaved(name: string): void };
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[role=status]')) {
      const [, name] = /Saved Delivered to the mailbox, (Receiver \d+)/.exec(element.textContent ?? '') ?? [];
      if (name) noteSaved(name);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Delivers one stop after the other until none is left. */
async function deliverAll(page: Page, onBegin: (count: number) => void = () => {}): Promise<void> {
  await page.getByRole('link', { name: /^(Next stop: \d+|Back at the depot)$/ }).waitFor();
  const next = page.getByRole('link', { name: /^Next stop/ });
  if (await next.isVisible()) await next.click();
  const deliver = link(page, 'Deliver');
  const depot = link(page, 'Back at the depot');
  for (let count = 1; ; count += 1) {
    await deliver.or(depot).waitFor();
    if (await depot.isVisible()) return;
    onBegin(count);
    await deliver.click();
    await button(page, 'Mailbox').click();
    await button(page, 'Take photo and finish').click();
  }
}

test(`${STOPS} stops in aeroplane mode, with kills of the browser, also while it sends, arrive once each with their own photo`, async ({
  app,
}) => {
  test.setTimeout(120_000 + STOPS * 15_000);
  const run = await releaseRun(app, 'storm', Array(STOPS).fill(1));
  const profile = await mkdtemp(join(tmpdir(), 'waybill-storm-'));
  const shown = new Set<string>();
  const sent = new Map<string, Buffer>();
  /** What had not arrived at each kill in the evening. */
  const leftAtKills: number[] = [];
  const prepare = async (context: BrowserContext) => {
    await context.exposeBinding('noteSaved', (_, name: string) => shown.add(name));
    await context.addInitScript(showStopToCamera);
    await context.addInitScript(watchSaved);
    context.on('request', (request) => {
      const [, proof] = /\/api\/proofs\/([^/]+\/[0-9a-f]+)$/.exec(request.url()) ?? [];
      const bytes = request.postDataBuffer();
      if (proof && bytes) sent.set(proof.replace('/', ' '), bytes);
    });
  };
  let phone: MortalPhone | undefined;

  /** The browser starts without a network, and shows every visit that was saved. */
  async function startOffline(): Promise<MortalPhone> {
    phone = await switchOn(profile, app.url, prepare);
    await phone.context.setOffline(true);
    const before = [...shown];
    await phone.page.goto('/courier');
    if (before.length > 0) await phone.page.getByText(/^\d+\sfinished stops?$/).click();
    for (const name of before) {
      const stop = phone.page.getByRole('listitem').filter({ has: phone.page.getByText(name, { exact: true }) });
      await expect(stop).toContainText('Delivered');
    }
    return phone;
  }

  /** How many visits and photos the server has. */
  const arrived = async () => {
    const facts = await listFacts(app, run.courier.id);
    const proofs = await listProofs(app, run.courier.id);
    return facts.filter(({ kind }) => kind === 'visit').length + proofs.length;
  };

  /** The browser starts with a network, and is killed while it sends a random one of what is left. */
  async function killWhileSending(): Promise<void> {
    const evening = await switchOn(profile, app.url, prepare);
    phone = evening;
    const left = 2 * STOPS - (await arrived());
    let until = Math.ceil(Math.random() * (left / 2));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    evening.context.on('request', (request) => {
      if (!/courier\.visit|\/api\/proofs\//.test(request.url())) return;
      until -= 1;
      if (until === 0)
        void sleep(Math.random() * ANSWER_MS)
          .then(evening.kill)
          .then(resolve, reject);
    });
    await evening.page.goto('/courier').catch((error: unknown) => {
      if (!evening.isKilled()) throw error;
    });
    await promise;
    leftAtKills.push(2 * STOPS - (await arrived()));
  }

  try {
    phone = await switchOn(profile, app.url, prepare);
    await preparePhone(phone.page, run.courier.email);
    await startRun(app, run);
    await link(phone.page, 'Next stop: 1').waitFor();
    await goOffline(phone.context, phone.page);

    for (let kill = 0; kill < KILLS; kill += 1) {
      const isColdStart = kill > 0 && kill % Math.floor(KILLS / COLD_STARTS) === 0;
      if (isColdStart) await (await startOffline()).context.close();
      // The first to be killed is the one that has just gone offline.
      const doomed: MortalPhone = kill > 0 ? await startOffline() : phone;
      const quota = Math.ceil((STOPS - shown.size) / (KILLS - kill + 1));
      let killed: Promise<void> | undefined;
      const isLast = kill === KILLS - 1;
      const killSoon = () => {
        killed ??= sleep(Math.random() * VISIT_MS)
          // Chance may have killed each browser before its first visit was shown: the last one waits for that.
          .then(() => (isLast ? expect.poll(() => shown.size, { timeout: 20_000 }).toBeGreaterThan(0) : undefined))
          .finally(doomed.kill);
      };
      await deliverAll(doomed.page, (count) => count === quota && killSoon()).catch((error: unknown) => {
        if (!doomed.isKilled()) throw error;
      });
      killSoon();
      await killed;
    }
    const shownBefore = shown.size;
    expect(shownBefore).toBeGreaterThan(0);

    const { context, page } = await startOffline();
    await deliverAll(page);
    await expect.poll(() => readPhotos(page).then((photos) => photos.length)).toBe(STOPS);
    const photos = await readPhotos(page);
    expect(await listFacts(app, run.courier.id)).toHaveLength(2);
    await context.close();

    for (let kill = 0; kill < EVENING_KILLS; kill += 1) await killWhileSending();
    expect(leftAtKills[0]).toBeGreaterThan(0);
    phone = await switchOn(profile, app.url, prepare);
    await phone.page.goto('/courier');
    await expect.poll(() => listProofs(app, run.courier.id), { timeout: 40_000 + STOPS * 1_000 }).toEqual(photos);
    const visits = await app.database.query<{ id: string; stop: string; name: string }>(
      `select f.id, f.stop_id as stop, s.name from courier_facts f join run_stops s on s.id = f.stop_id
       where f.courier_id = $1 and f.kind = 'visit'`,
      [run.courier.id],
    );
    const names = Array.from({ length: STOPS }, (_, place) => `Receiver ${place + 1}`);
    expect(visits.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect([...shown].filter((name) => !names.includes(name))).toEqual([]);

    const misplaced: string[] = [];
    for (const { id, stop, name } of visits) {
      const proof = photos.find((one) => one.startsWith(id)) ?? '';
      const bytes = sent.get(proof) ?? Buffer.alloc(0);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const { channels } = await sharp(bytes).stats();
      const colour = Buffer.from(stop.slice(-6), 'hex');
      // Red, green and blue, as closely as JPEG keeps them.
      const isOwn = [...colour].every((value, place) => Math.abs(value - (channels[place]?.mean ?? 0)) < 12);
      if (!isOwn || proof !== `${id} ${hash}`) misplaced.push(name);
    }
    expect(misplaced).toEqual([]);
    console.error(
      `${visits.length} visits, ${sent.size} photos; ${shownBefore} shown as saved before the last of ${KILLS} kills; ` +
        `${leftAtKills.join(', ')} to send at the kills in the evening`,
    );
  } finally {
    await phone?.context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});
