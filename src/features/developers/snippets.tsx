import { paths } from '../../domain/paths.ts';
import {
  LANGUAGE_LABELS,
  listSnippets,
  SNIPPET_LANGUAGES,
  type Snippet,
  type SnippetLanguage,
} from '../../domain/v1/snippets.ts';
import { Toggle, ToggleLink } from '../../ui/toggle.tsx';
import { CodeBlock } from './code-block.tsx';

export function Snippets({ origin, language }: { origin: string; language: SnippetLanguage }) {
  return (
    <section aria-labelledby="start" className="stack gap-4">
      <div>
        <h2 id="start">Start here</h2>
        <p className="mt-2 max-w-140">
          Put your test key into <code className="typed">WAYBILL_KEY</code>, then copy and run. With a live key the same
          programs are for real, except the one that moves a test shipment. Send your order’s number as the{' '}
          <code className="typed">Idempotency-Key</code>: however often you try, you get one shipment.
        </p>
      </div>
      <Toggle label="Language">
        {SNIPPET_LANGUAGES.map((one) => (
          <ToggleLink
            key={one}
            to={paths.developers({ lang: one })}
            replace
            preventScrollReset
            current={one === language}
          >
            {LANGUAGE_LABELS[one]}
          </ToggleLink>
        ))}
      </Toggle>
      <SnippetList snippets={listSnippets(origin)} language={language} />
    </section>
  );
}

export const SnippetList = ({ snippets, language }: { snippets: readonly Snippet[]; language: SnippetLanguage }) =>
  snippets.map(({ id, title, code }) => (
    <div key={id} className="stack gap-2">
      <h3>{title}</h3>
      <CodeBlock label={`${title}, ${LANGUAGE_LABELS[language]}`} code={code[language]} />
    </div>
  ));
