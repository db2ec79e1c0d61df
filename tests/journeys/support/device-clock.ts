/** Devices with wrong clocks. */
import type { BrowserContext, Page } from '@playwright/test';
import type { RunningApp } from './journey.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const CLOCK = 'test-clock';

/**
 * The tab’s storage shifts the clock, or else the device’s, or else `by`. It can change any time.
 */
export async function installDeviceClock(context: BrowserContext, by = 0): Promise<void> {
  await context.addInitScript(
    ([key, usual]) => {
      const now = Date.now;
      const shift = () => {
        try {
          return Number(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? usual);
        } catch {
          return usual; // a page that is still empty
        }
      };
      // biome-ignore lint/suspicious/noGlobalAssign: the whole point
      Date = new Proxy(Date, {
        construct: (target, given, wanted) =>
          Reflect.construct(target, given.length > 0 ? given : [now() + shift()], wanted),
      });
      Date.now = () => now() + shift();
    },
    [CLOCK, by] as const,
  );
}

export const changeClock = (page: Page, by: number) =>
  page.evaluate(([key, shift]) => sessionStorage.setItem(key, shift), [CLOCK, String(by)] as const);

/** Sets the clock of a device so many milliseconds ahead, for all tabs that are or will be open. */
export const changeDeviceClock = (page: Page, by: number) =>
  page.evaluate(([key, shift]) => localStorage.setItem(key, shift), [CLOCK, String(by)] as const);

/** Makes the last response of the server this old. Call it on a page without the app. */
export const notHeardFor = (page: Page, hours: number) =>
  page.evaluate((time) => {
    localStorage.setItem('server-time-passed', String(Number(localStorage.getItem('server-time-passed')) - time));
  }, hours * HOUR);

/** Makes everything that has happened to shipments so much older. */
export const ageShipments = (app: RunningApp, ids: readonly string[], hours: number) =>
  app.database.query(
    `with aged as (update shipments set created_at = created_at - $2 * interval '1 hour' where id = any($1))
     update activities set occurred_at = occurred_at - $2 * interval '1 hour', created_at = created_at - $2 * interval '1 hour'
     where shipment_id = any($1)`,
    [ids, hours],
  );

/** What takes a clock back to the year 2015, in milliseconds. */
export const shiftTo2015 = () => Date.parse('2015-01-01T12:00:00Z') - Date.now();
