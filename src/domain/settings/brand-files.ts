/** The pictures and legal pages of a brand. The server’s own folder has files of the same names, and wins. */
import * as v from 'valibot';
import { strictInput } from '../field-schemas.ts';
import { LEGAL_NAMES, LEGAL_WORDS } from '../legal-terms.ts';

export const PICTURE_NAMES = ['logo', 'logo-dark', 'icon'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

export const BRAND_FILES = [...PICTURE_NAMES, ...LEGAL_NAMES] as const;
export type BrandFile = (typeof BRAND_FILES)[number];

export const isPicture = (name: string): name is PictureName => (PICTURE_NAMES as readonly string[]).includes(name);

export const BRAND_FILE_LABELS: Record<BrandFile, string> = {
  logo: 'Logo',
  'logo-dark': 'Logo on dark',
  icon: 'Icon',
  ...(Object.fromEntries(LEGAL_NAMES.map((name) => [name, LEGAL_WORDS[name].title])) as Record<
    (typeof LEGAL_NAMES)[number],
    string
  >),
};

/** In bytes; a request has to have room for it, too. */
export const MAX_BRAND_FILE = 150_000;
export const BRAND_FILE_TOO_LARGE = 'This is larger than 150 KB.';

export const SaveBrandFileSchema = strictInput({
  name: v.picklist(BRAND_FILES, 'A brand has no such file.'),
  /** Base64: a PNG, or the Markdown of a page. Null takes it away. */
  content: v.nullable(
    v.pipe(
      v.string('Content must be in base64.'),
      v.maxLength(Math.ceil(MAX_BRAND_FILE / 3) * 4, BRAND_FILE_TOO_LARGE),
      v.base64('Content must be in base64.'),
    ),
  ),
});
export type SaveBrandFile = v.InferOutput<typeof SaveBrandFileSchema>;

export const BrandFilesSchema = v.array(
  v.object({
    name: v.picklist(BRAND_FILES),
    source: v.picklist(['server', 'brand', 'none']),
    /** What a page that was saved here says. */
    text: v.optional(v.string()),
    changed: v.nullable(v.object({ by: v.string(), at: v.string() })),
  }),
);
export type BrandFiles = v.InferOutput<typeof BrandFilesSchema>;
