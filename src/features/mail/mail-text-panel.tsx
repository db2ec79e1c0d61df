import type { MailText } from '../../domain/mail.ts';

export function MailTextPanel({ title, mail: { subject, text } }: { title: string; mail: MailText }) {
  return (
    <section className="grid gap-2">
      <h3>{title}</h3>
      <div className="panel break-anywhere">
        {subject && <p className="max-w-none font-700 border-b border-rule pb-3 mb-3">{subject}</p>}
        <p className="whitespace-pre-line">{text.trim()}</p>
      </div>
    </section>
  );
}
