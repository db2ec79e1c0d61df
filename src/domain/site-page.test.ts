import { expect, test } from 'vitest';
import { DEFAULT_SITE } from './site.ts';
import { fillSitePage, HEAD_MARK, MARKED_SITE } from './site-page.ts';

/** The footer that React writes for a brand that has everything. */
const LINKS =
  '<nav class="foot-links" aria-label="Contact and legal"><a href="tel:" class="foot-link">000</a>' +
  '<a class="foot-link" href="/terms" data-discover="true">Terms</a><a class="foot-link" href="/privacy" data-discover="true">Privacy</a>' +
  '<a class="foot-link" href="/imprint" data-discover="true">Imprint</a></nav>';
const PAGE = `<title>Track – ${MARKED_SITE.name}</title>${HEAD_MARK}<b>${MARKED_SITE.letter}</b><footer>${MARKED_SITE.name}${LINKS}</footer>`;

test('the app’s own brand adds nothing', () => {
  expect(fillSitePage(PAGE, DEFAULT_SITE)).toBe('<title>Track – Waybill</title><b>W</b><footer>Waybill</footer>');
});

test('a brand’s name is text, whatever is in it', () => {
  const filled = fillSitePage(PAGE, { ...DEFAULT_SITE, name: '</title><script>$&</script>', letter: '<' });
  expect(filled).toContain('<title>Track – &lt;/title&gt;&lt;script&gt;$&amp;&lt;/script&gt;</title><b>&lt;</b>');
  expect(filled).not.toContain('<script>');
});

test('its head, phone and legal pages are in every page, and only those it has', () => {
  const site = {
    ...DEFAULT_SITE,
    phone: '+46 (0)31 555 01 00',
    dialed: '+46315550100',
    legal: [{ name: 'privacy', file: '/assets/privacy-00000000.json' } as const],
  };
  const filled = fillSitePage(PAGE, site, '<link rel="stylesheet">');
  expect(filled).toContain('</title><link rel="stylesheet"><b>');
  expect(filled).toContain(
    '<a href="tel:+46315550100" class="foot-link">+46 (0)31 555 01 00</a><a class="foot-link" href="/privacy"',
  );
  expect(filled).not.toMatch(/terms|imprint|etis/i);
  const withoutPhone = fillSitePage(PAGE, { ...site, phone: '', dialed: '' });
  expect(withoutPhone).toContain('legal"><a class="foot-link" href="/privacy" data-discover="true">Privacy</a></nav>');
});
