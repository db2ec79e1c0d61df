/** A brand's own legal pages. */
export const LEGAL_NAMES = ['terms', 'privacy', 'imprint'] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

export const LEGAL_WORDS: Record<LegalName, { link: string; title: string }> = {
  terms: { link: 'Terms', title: 'Terms' },
  privacy: { link: 'Privacy', title: 'Privacy policy' },
  imprint: { link: 'Imprint', title: 'Imprint' },
};
