/**
 * HTML that the build has made and that has holes in it, which the server fills for each request: what is between the holes
 * stands as it is, and everything that goes into one is escaped.
 */

/** A hole; `before` and `after` stand around what fills it, and go with it where that is empty. */
export interface Hole {
  name: string;
  before?: string;
  after?: string;
}

export type PageTemplate = readonly (string | Hole)[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as it stands in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** The HTML of a template with a text in each hole. Throws RangeError where one is missing. */
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

/** Cuts a template out of HTML at each place that a pattern finds; the hole says what was there. */
export function cutHoles(html: string, pattern: RegExp, holeOf: (match: RegExpMatchArray) => Hole): PageTemplate {
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const match of html.matchAll(pattern)) {
    parts.push(html.slice(end, match.index), holeOf(match));
    end = match.index + match[0].length;
  }
  return [...parts, html.slice(end)];
}
