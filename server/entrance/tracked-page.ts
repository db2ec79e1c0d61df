import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyTRPCProcedure, getTRPCErrorFromUnknown } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { barsPath } from '../../src/domain/barcode.ts';
import { fillPage, type PageTemplate } from '../../src/domain/page-template.ts';
import { paths } from '../../src/domain/paths.ts';
import type { ShipmentOverview } from '../../src/domain/shipment.ts';
import { DEFAULT_SITE } from '../../src/domain/site.ts';
import { fillSitePage } from '../../src/domain/site-page.ts';
import { sentElement, shapeOf, TRACKED_PAGES_FILE, type TrackedPages, textsOf } from '../../src/domain/tracked-page.ts';
import { normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { ageOf } from '../base/http/say-age.ts';
import type { BrandFiles } from '../brand/write-brand.ts';
import type { Context } from '../context/context.ts';
import { code128 } from '../labels/drawing/code-128.ts';
import { appRouter } from './router.ts';

const PROCEDURE = 'shipment.getShipmentByTrackingId';
const getShipment = (appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)[PROCEDURE];
const APP_ONLY_PARAMETERS = ['detailed', 'view'];
/** No lookup stops when its caller disconnects. */
const { signal } = new AbortController();

export function serveTrackedPages(
  app: FastifyInstance,
  dist: string,
  laid: { readonly brandFiles: BrandFiles | null },
  contextOf: (call: { req: FastifyRequest; res: FastifyReply }) => Context,
): void {
  const file = join(dist, TRACKED_PAGES_FILE);
  if (!existsSync(file)) return;
  const template = JSON.parse(readFileSync(file, 'utf8')) as TrackedPages;
  let filled: { fill: (page: string) => string; pages: TrackedPages } | null = null;
  const readPages = (): TrackedPages => {
    const fill = laid.brandFiles?.fill ?? fillDefault;
    if (filled?.fill !== fill) filled = { fill, pages: fillTrackedPages(template, fill) };
    return filled.pages;
  };

  app.get<{ Params: { trackingId: string } }>('/track/:trackingId', async (request, reply) => {
    const { trackingId } = request.params;
    const { start, pages, frame, end } = readPages();
    const normalized = normalizeTrackingId(trackingId);
    const search = /\?.*/s.exec(request.url)?.[0] ?? '';
    if (!normalized || needsApp(search)) return reply.callNotFound();
    if (trackingId !== normalized) return reply.redirect(paths.trackedShipment(normalized) + search);
    const context = contextOf({ req: request, res: reply });
    const shipment = await findOverview(context, trackingId);
    const page = shipment ? pages[shapeOf(shipment)] : undefined;
    if (shipment === undefined || (shipment && !page)) return reply.callNotFound();
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Authorization, X-Shipment-Grant',
      'x-robots-tag': 'noindex',
    });
    const sent = sentElement({ shipment, at: ageOf(context.services.replicas, request) ?? Date.now() });
    if (!shipment || !page) return reply.code(404).send(frame + sent + end);
    const { PUBLIC_URL: origin, TIME_ZONE: timeZone } = context.services.environment;
    const bars = barsPath(code128(trackingId));
    const texts = textsOf(shipment, { origin, page: request.url, timeZone, bars });
    return reply.send(fillPage(start, texts) + fillPage(page, texts) + sent + end);
  });
}

const fillDefault = (page: string) => fillSitePage(page, DEFAULT_SITE);

function fillTrackedPages({ start, pages, frame, end }: TrackedPages, fill: (page: string) => string): TrackedPages {
  const fillTemplate = (template: PageTemplate) =>
    template.map((part) => (typeof part === 'string' ? fill(part) : part));
  return {
    start: fillTemplate(start),
    pages: Object.fromEntries(Object.entries(pages).map(([shape, page]) => [shape, fillTemplate(page)])),
    frame: fill(frame),
    end: fill(end),
  };
}

const needsApp = (search: string) => {
  const parameters = new URLSearchParams(search);
  return APP_ONLY_PARAMETERS.some((name) => parameters.has(name));
};

async function findOverview(context: Context, trackingId: string): Promise<ShipmentOverview | null | undefined> {
  const input = { trackingId };
  try {
    return await getShipment?.({
      path: PROCEDURE,
      type: 'query',
      input,
      ctx: { ...context, token: null, grant: null },
      getRawInput: async () => input,
      signal,
      batchIndex: 0,
    });
  } catch (error) {
    return getTRPCErrorFromUnknown(error).code === 'NOT_FOUND' ? null : undefined;
  }
}
