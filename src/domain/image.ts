/** Images of shipments as the image host names and keeps them: one key, the same picture in several widths. */

/** The widths an image is kept in beside its own, for `srcset`; those it is not wider than are left out. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;
/** The longest side of an image as it is kept. */
export const MAXIMUM_IMAGE_SIDE = 2048;
/** The largest file that may be sent, in bytes. */
export const MAXIMUM_IMAGE_BYTES = 10 * 1024 * 1024;

/** The form an image is sent with: `POST`, multipart, these two fields (specification section 7). */
export const UPLOAD_FIELDS = { file: 'file', preset: 'upload_preset' } as const;

/** Where images are sent, on whatever host keeps them; the path is Cloudinary's. */
export const imageUploadPath = (cloud: string) => `/v1_1/${cloud}/image/upload`;

/** Where our own server answers images. */
export const imageFolder = (cloud: string) => `/v1_1/${cloud}/image/`;

/** An image there: a random key and the width in pixels. */
export const imageFile = (key: string, width: number) => `${key}-${width}.webp`;
export const IMAGE_FILE = /^(?<key>[0-9a-f]{32})-(?<width>[1-9]\d{0,3})\.webp$/;

export interface ImageVariant {
  url: string;
  /** In pixels. */
  width: number;
}

/**
 * The variants of an image by the link a shipment has, narrowest first and itself last: the link of the full image says
 * how wide it is, and with that which narrower ones there are. Empty for an image of another host.
 */
export function variantsOf(link: string): ImageVariant[] {
  const [, start = '', file = ''] = /^(https?:\/\/[^/?#]+\/v1_1\/[\w-]+\/image\/)([^/?#]+)$/.exec(link) ?? [];
  const { key, width } = IMAGE_FILE.exec(file)?.groups ?? {};
  if (!key || !width) return [];
  const widths = [...IMAGE_WIDTHS.filter((narrower) => narrower < Number(width)), Number(width)];
  return widths.map((each) => ({ url: `${start}${imageFile(key, each)}`, width: each }));
}
