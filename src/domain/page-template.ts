/** HTML with holes, which the server fills with escaped text. */

/** Empty text drops `before` and `after`. */
export interface Hole {
  name: string;
  before?: string;
  after?: string;
}

export type PageTemplate = readonly (string | Hole)[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, also in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Fills each hole of a template. @throws {RangeError} if a text is missing. */
export function fillPage(template: PageTemplate, texts: Readonly<Record<string, string>>): string {
  let html = '';
  for (const part of template) {
    if (typeof part === 'string') html += part;
    else {
      const text = texts[part.name];
      if (text === undefined) throw new RangeError(`Nothing fills ${part.name}`);
      if (text !== '') html += (part.before ?? '') + escapeHtml(text) + (part.after ?? '');
    }
  }
  return html;
}

/** Cuts a hole into HTML at each match of a pattern. */
export function extractPlaceholders(
  html: string,
  pattern: RegExp,
  holeOf: (match: RegExpMatchArray) => Hole,
): PageTemplate {
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const match of html.matchAll(pattern)) {
    parts.push(html.slice(end, match.index), holeOf(match));
    end = match.index + match[0].length;
  }
  return [...parts, html.slice(end)];
}
