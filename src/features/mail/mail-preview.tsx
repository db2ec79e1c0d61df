import { type Control, useWatch } from 'react-hook-form';
import { site } from '../../config/site.ts';
import { boldWords, paragraphsOf, type SendMail } from '../../domain/mail.ts';

export function MailPreview({ control }: { control: Control<SendMail> }) {
  const { subject, body } = useWatch({ control });
  return (
    <section aria-labelledby="preview" className="grid gap-3 content-start min-w-0">
      <h3 id="preview" className="field-label">
        Preview
      </h3>
      <div className="panel grid gap-4 break-anywhere">
        <p className="max-w-none font-700 border-b border-rule pb-3">{subject?.trim() || 'No subject yet'}</p>
        {body?.trim() ? (
          paragraphsOf(body.trim()).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is identified by its position
            <p key={index} className="whitespace-pre-line">
              <BoldText text={paragraph} />
            </p>
          ))
        ) : (
          <p className="soft">What you write appears here.</p>
        )}
        <p className="soft text-small">
          {site.name}
          <span className="block">{site.support}</span>
        </p>
      </div>
    </section>
  );
}

function BoldText({ text }: { text: string }) {
  return boldWords(text).map((words, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    words.bold ? <strong key={index}>{words.text}</strong> : words.text,
  );
}
