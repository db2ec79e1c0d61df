import * as v from 'valibot';
import { metresBetween, type Point } from '../../src/domain/places/places.ts';
import { onOneLine } from '../../src/domain/text.ts';
import type { Environment } from '../base/config/env.ts';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 200_000;
/** A whole town says nothing about a door. */
const MAX_RADIUS = 1_000;
const HOUSE_RADIUS = 30;

const degrees = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite());
const lat = v.pipe(degrees, v.minValue(-90), v.maxValue(90));
const lng = v.pipe(degrees, v.minValue(-180), v.maxValue(180));

/** Nominatim's; the box is south, north, west, east. */
const ListSchema = v.array(v.object({ lat, lon: lng, boundingbox: v.optional(v.tuple([lat, lat, lng, lng])) }));
/** Photon's; the extent is west, north, east, south. */
const FeaturesSchema = v.object({
  features: v.array(
    v.object({
      geometry: v.object({ type: v.literal('Point'), coordinates: v.looseTuple([lng, lat]) }),
      properties: v.nullish(v.object({ extent: v.optional(v.tuple([lng, lat, lng, lat])) })),
    }),
  ),
});

/** Headers have no other letters. */
const asHeader = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\x20-\x7E]/g, '')
    .trim();

export type Found = Point & { radius: number };

/**
 * Asks the geocoder where an address is; null if it does not know it to a kilometre.
 * @throws If it does not answer, or not in a known shape. Never with the address in the message.
 */
export async function askGeocoder(
  { GEOCODER_URL = '', SITE_NAME, PUBLIC_URL }: Pick<Environment, 'GEOCODER_URL' | 'SITE_NAME' | 'PUBLIC_URL'>,
  address: string,
  { signal, timeoutMs = TIMEOUT_MS }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<Found | null> {
  const url = new URL(GEOCODER_URL);
  url.searchParams.set('q', onOneLine(address));
  url.searchParams.set('limit', '1');
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': `${asHeader(SITE_NAME)} (${PUBLIC_URL})` },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  }).catch((error: Error) => {
    throw new Error(`The geocoder did not answer: ${error.name}`);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The geocoder returned ${response.status}`);
  }
  return readAnswer(await readJson(response));
}

const notUnderstood = () => new Error('The geocoder’s answer is neither Nominatim’s nor Photon’s');

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw notUnderstood();
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw notUnderstood();
  }
}

function readAnswer(answer: unknown): Found | null {
  const list = v.safeParse(ListSchema, answer);
  if (list.success) {
    const [first] = list.output;
    if (!first) return null;
    const [south, north, west, east] = first.boundingbox ?? [];
    return within({ lat: first.lat, lng: first.lon }, { south, north, west, east });
  }
  const features = v.safeParse(FeaturesSchema, answer);
  if (!features.success) throw notUnderstood();
  const [first] = features.output.features;
  if (!first) return null;
  const [west, north, east, south] = first.properties?.extent ?? [];
  const [foundLng, foundLat] = first.geometry.coordinates;
  return within({ lat: foundLat, lng: foundLng }, { south, north, west, east });
}

type Box = Record<'south' | 'north' | 'west' | 'east', number | undefined>;

function within(point: Point, { south, north, west, east }: Box): Found | null {
  const hasBox = south !== undefined && north !== undefined && west !== undefined && east !== undefined;
  const across = hasBox ? metresBetween({ lat: south, lng: west }, { lat: north, lng: east }) : 0;
  const radius = Math.max(HOUSE_RADIUS, Math.round(across / 2));
  return radius <= MAX_RADIUS ? { ...point, radius } : null;
}
