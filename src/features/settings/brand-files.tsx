import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import * as v from 'valibot';
import { Act } from '../../acts/act.tsx';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { useSend } from '../../api/use-send.ts';
import { formatListDate } from '../../domain/dates.ts';
import {
  BRAND_FILE_LABELS,
  type BrandFile,
  type BrandFiles as Files,
  isPicture,
  MAX_BRAND_FILE,
} from '../../domain/settings/brand-files.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { drawPng, readBase64 } from './draw-png.ts';
import { brandFilesQuery } from './queries.ts';

type Row = Files[number];

const HINTS: Record<BrandFile, string> = {
  logo: 'In the header, in emails and on papers, instead of the name.',
  'logo-dark': 'Where the screen is dark.',
  icon: 'Of the installed app, and of tabs. A square.',
  terms: 'Without it, the app’s own.',
  privacy: 'Without it, the app’s own.',
  imprint: 'Its first lines are on statements.',
};
const SAVED = 'Saved. Open pages show it once they are reloaded.';

/** The logo, the icon and the legal pages; `only` some of them. */
export function BrandFiles({ only }: { only?: readonly BrandFile[] }) {
  const files = useQuery(brandFilesQuery);
  return (
    <QueryView query={files} waiting={<Skeleton className="h-60" />}>
      {(rows) => (
        <ul
          aria-label="Pictures and pages"
          className="border-t border-rule lg:[[data-desk]_&]:grid lg:[[data-desk]_&]:grid-cols-3 lg:[[data-desk]_&]:gap-x-8"
        >
          {rows
            .filter(({ name }) => !only || only.includes(name))
            .map((row) => (
              <li key={row.name} className="row gap-y-2 py-2 border-b border-rule">
                <div className="grow basis-60 min-w-0">
                  <p className="font-650">{BRAND_FILE_LABELS[row.name]}</p>
                  <p className="second-line">
                    <Standing row={row} />
                  </p>
                </div>
                {row.source === 'brand' && isPicture(row.name) && <Thumbnail row={row} />}
                {row.source !== 'server' &&
                  (isPicture(row.name) ? <PictureButton row={row} /> : <PageButton row={row} />)}
                {row.source === 'brand' && <TakeAway row={row} />}
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}

function Standing({ row: { name, source, changed } }: { row: Row }) {
  if (source === 'server') return 'A file on the server, which wins.';
  if (source === 'none' || !changed) return HINTS[name];
  return (
    <>
      <Verbatim>{changed.by}</Verbatim>, {formatListDate(changed.at)}
    </>
  );
}

const PATHS = { logo: '/icons/logo.png', icon: '/icons/icon-192.png' } as const;

/** The logo on dark has no address of its own. */
const Thumbnail = ({ row: { name, changed } }: { row: Row }) =>
  name in PATHS && (
    <img
      src={`${PATHS[name as keyof typeof PATHS]}?v=${encodeURIComponent(changed?.at ?? '')}`}
      alt=""
      className="h-10 max-w-40 object-contain bg-white rounded-ctl"
    />
  );

function PictureButton({ row: { name, source } }: { row: Row }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSend('settings.saveFile', {
    done: SAVED,
    onError: (error) => setProblem(serverErrorOf(error).fieldErrors.content?.[0] ?? error.message),
  });
  const label = BRAND_FILE_LABELS[name];

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file may be chosen again.
    target.value = '';
    if (!file || save.isPending) return;
    setProblem(null);
    const png = await drawPng(file).catch(() => null);
    if (!png) return setProblem('This browser can’t draw that file. Choose a PNG or an SVG.');
    save.mutate({ name, content: await readBase64(png) });
  }

  return (
    <>
      <label className={`picker ${buttonClass({ small: true })}`} aria-busy={save.isPending || undefined}>
        <span className="btn-face">
          <Icon name="file-up" />
          {source === 'brand' ? 'Change' : 'Choose a picture'}
          <span className="sr-only"> for: {label}</span>
        </span>
        <input
          type="file"
          accept="image/png,image/svg+xml,image/jpeg,image/webp"
          className="sr-only"
          onChange={choose}
        />
      </label>
      {problem && (
        <p className="field-error basis-full" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

const PageSchema = v.object({
  text: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('The page is empty. To have none, take it away.'),
    v.check((text) => new Blob([text]).size <= MAX_BRAND_FILE, 'A page can have at most 150 KB.'),
  ),
});

const PageButton = ({ row }: { row: Row }) => (
  <Button small icon="pencil" opens={(close) => <PageDialog row={row} onClose={close} />}>
    {row.source === 'brand' ? 'Change' : 'Write'}
    <span className="sr-only"> {BRAND_FILE_LABELS[row.name]}</span>
  </Button>
);

function PageDialog({ row: { name, text = '' }, onClose }: { row: Row; onClose: () => void }) {
  const form = useSchemaForm(PageSchema, { defaultValues: { text } });
  const save = useSend('settings.saveFile', { done: SAVED });
  return (
    <FormDialog
      title={BRAND_FILE_LABELS[name]}
      form={form}
      persistAs={`page ${name}`}
      errorTitle="The page was not saved"
      send={async ({ text: written }) => save.mutateAsync({ name, content: await readBase64(new Blob([written])) })}
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <TextareaField
        name="text"
        label="Text"
        hint="Markdown: # for a heading, a blank line between paragraphs."
        rows={16}
      />
    </FormDialog>
  );
}

function TakeAway({ row: { name } }: { row: Row }) {
  const label = BRAND_FILE_LABELS[name];
  return (
    <Act
      button={<RowButton name={`Take away: ${label}`}>Take away</RowButton>}
      title={`Take away: ${label}?`}
      label="Take away"
      pendingLabel="Taking away"
      call="settings.saveFile"
      input={{ name, content: null }}
      failed="Not taken away"
      done={SAVED}
    >
      {isPicture(name) ? 'The app shows the name and its letter again.' : 'The app shows its own page again.'}
    </Act>
  );
}
