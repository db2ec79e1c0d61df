export const IMAGE_WIDTHS = [320, 640, 1280] as const;
/** In pixels. */
export const MAX_IMAGE_SIDE = 2048;
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Specification section 7. */
export const UPLOAD_FIELDS = { file: 'file', preset: 'upload_preset' } as const;

/** The upload path on any image host, in Cloudinary's format. */
export const imageUploadPath = (cloud: string) => `/v1_1/${cloud}/image/upload`;

/** The path of images on our own server. */
export const imageFolder = (cloud: string) => `/v1_1/${cloud}/image/`;

export const imageFile = (key: string, width: number) => `${key}-${width}.webp`;
export const IMAGE_FILE = /^(?<key>[0-9a-f]{32})-(?<width>[1-9]\d{0,3})\.webp$/;

export interface ImageVariant {
  url: string;
  width: number;
}

export function variantsOf(link: string): ImageVariant[] {
  const [, start = '', file = ''] = /^(https?:\/\/[^/?#]+\/v1_1\/[\w-]+\/image\/)([^/?#]+)$/.exec(link) ?? [];
  const { key, width } = IMAGE_FILE.exec(file)?.groups ?? {};
  if (!key || !width) return [];
  const widths = [...IMAGE_WIDTHS.filter((narrower) => narrower < Number(width)), Number(width)];
  return widths.map((each) => ({ url: `${start}${imageFile(key, each)}`, width: each }));
}
