/** What becomes of an uploaded image: it waits for a shipment that takes it, and goes where none does. */
import { IMAGE_FILE } from '../../../src/domain/image.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldRefusal } from '../../errors/errors.ts';
import type { EncodedImage } from '../../images/encode-image.ts';
import { areImageLinks, assertImageLinks, FOREIGN_IMAGE, isOwnHost } from '../../images/image-links.ts';
import type { StoredImage, StoredVariants } from '../../images/image-store.ts';
import { UNUSED_IMAGE_QUEUE } from '../../jobs/queue.ts';

/** As long as a form may stay open with images in it. */
const WAITS_SECONDS = 24 * 60 * 60;

const IMAGE_GONE = 'An image is no longer available. Please upload it again.';

/** Keeps an upload, for a day unless a shipment takes it. What fails on the way leaves nothing. */
export async function keepUpload({ images, jobs }: Services, image: EncodedImage): Promise<StoredImage> {
  const stored = await images.keep(image);
  const unused: StoredVariants = { key: stored.key, width: image.width };
  try {
    await jobs.sendLater(UNUSED_IMAGE_QUEUE, unused, { id: jobOf(stored.key), seconds: WAITS_SECONDS });
  } catch (error) {
    await images.remove(unused);
    throw error;
  }
  return stored;
}

/**
 * Takes images for a shipment that `has` some already: they stay from now on, if this commits. Throws a refusal at
 * `images` for a link that leads anywhere but to the configured host, and for an upload that has gone meanwhile.
 */
export async function takeImages(
  unit: UnitOfWork,
  links: readonly string[],
  has: readonly string[] = [],
): Promise<void> {
  const { environment, jobs, images } = unit.services;
  assertImageLinks(environment, links, has);
  if (!isOwnHost(environment)) return;
  for (const link of new Set(links)) {
    if (has.includes(link)) continue;
    const file = link.slice(link.lastIndexOf('/') + 1);
    const key = IMAGE_FILE.exec(file)?.groups?.key ?? '';
    const hasWaited = await jobs.takeBack(unit.tx, UNUSED_IMAGE_QUEUE, jobOf(key));
    // Another shipment has it already; or it is gone.
    if (!hasWaited && !(await images.find(file))) throw fieldRefusal('images', IMAGE_GONE);
  }
}

/** What keeps a shipment from taking these images, as far as can be said before it does; null where nothing does. */
export async function problemOfImages(
  { environment, images }: Pick<Services, 'environment' | 'images'>,
  links: readonly string[],
): Promise<string | null> {
  if (!areImageLinks(environment, links)) return FOREIGN_IMAGE;
  if (!isOwnHost(environment)) return null;
  for (const link of links) if (!(await images.find(link.slice(link.lastIndexOf('/') + 1)))) return IMAGE_GONE;
  return null;
}

/** The key of an image written as the UUID that a job goes by. */
const jobOf = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
