/** What a legal page consists of: a tree, so that nobody needs to trust its HTML. */
import * as v from 'valibot';

/** All that a legal page can have: nothing that runs, loads or sends anything. */
export const LEGAL_TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'pre', 'code'],
  ...['strong', 'em', 's', 'a', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const;

export interface LegalElement {
  tag: string;
  href?: string | undefined;
  start?: number | undefined;
  children?: LegalNode[] | undefined;
}
export type LegalNode = string | LegalElement;

/** Where a link may lead. */
export const isLegalLink = (href: string): boolean => /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href);

const LegalNodeSchema: v.GenericSchema<LegalNode> = v.union([
  v.string(),
  v.object({
    tag: v.picklist(LEGAL_TAGS),
    href: v.optional(v.pipe(v.string(), v.check(isLegalLink))),
    start: v.optional(v.number()),
    children: v.optional(v.lazy(() => v.array(LegalNodeSchema))),
  }),
]);

export const LegalPageSchema = v.object({ title: v.string(), content: v.array(LegalNodeSchema) });
export type LegalPage = v.InferOutput<typeof LegalPageSchema>;
