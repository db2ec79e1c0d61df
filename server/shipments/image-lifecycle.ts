/** After a day an uploaded image is removed unless a shipment claims it. */
import { IMAGE_FILE } from '../../src/domain/image.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { EncodedImage } from '../base/images/encode-image.ts';
import {
  areAllowedImageLinks,
  assertImageLinks,
  EXTERNAL_IMAGE_MESSAGE,
  isOwnHost,
} from '../base/images/image-links.ts';
import type { StoredImage, StoredVariants } from '../base/images/image-store.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { UNUSED_IMAGE_QUEUE } from '../jobs/queues.ts';

const UNUSED_IMAGE_SECONDS = 24 * 60 * 60;

const IMAGE_REMOVED_MESSAGE = 'An image is no longer available. Please upload it again.';

export async function storeUpload({ images, jobs }: Services, image: EncodedImage): Promise<StoredImage> {
  const stored = await images.save(image);
  const unused: StoredVariants = { key: stored.key, width: image.width };
  try {
    await jobs.sendLater(UNUSED_IMAGE_QUEUE, unused, { id: cleanupIdOf(stored.key), seconds: UNUSED_IMAGE_SECONDS });
  } catch (error) {
    await images.remove(unused);
    throw error;
  }
  return stored;
}

/**
 * Claims images for a shipment if this commits.
 * @throws Field error at `images`.
 */
export async function claimImages(
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
    const wasUnclaimed = await jobs.cancelCleanup(unit.tx, UNUSED_IMAGE_QUEUE, cleanupIdOf(key));
    if (!wasUnclaimed && !(await images.find(file))) throw fieldError('images', IMAGE_REMOVED_MESSAGE);
  }
}

export async function findImageProblem(
  { environment, images }: Pick<Services, 'environment' | 'images'>,
  links: readonly string[],
): Promise<string | null> {
  if (!areAllowedImageLinks(environment, links)) return EXTERNAL_IMAGE_MESSAGE;
  if (!isOwnHost(environment)) return null;
  for (const link of links)
    if (!(await images.find(link.slice(link.lastIndexOf('/') + 1)))) return IMAGE_REMOVED_MESSAGE;
  return null;
}

const cleanupIdOf = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
