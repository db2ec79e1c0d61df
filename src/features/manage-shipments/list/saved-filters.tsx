import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSend } from '../../../api/use-send.ts';
import { describeFilter } from '../../../domain/filter-words.ts';
import { isFiltered, type PageSearch } from '../../../domain/paged.ts';
import { FilterNameSchema, MAX_SAVED_FILTERS, type SavedFilter } from '../../../domain/saved-filter.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { savedFiltersQuery } from '../queries.ts';

interface SavedFiltersProps {
  filter: PageSearch;
  to: (filter: PageSearch) => string;
}

/** A person's filters under their own names, on all of their devices. */
export function SavedFilters(props: SavedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        icon="bookmark"
        small
        className="!-ml-[14px]"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Saved filters
      </Button>
      <Dialog open={isOpen} onClose={close} title="Saved filters">
        <DialogBody className="stack">
          <FilterList {...props} onDone={close} />
        </DialogBody>
      </Dialog>
    </>
  );
}

const wordsOf = (filter: PageSearch) =>
  describeFilter(filter)
    .map(({ words }) => words)
    .join(', ');

function FilterList({ filter, to, onDone }: SavedFiltersProps & { onDone: () => void }) {
  const query = useQuery(savedFiltersQuery);
  const [renaming, setRenaming] = useState<string>();
  const remove = useSend('savedFilter.delete', { failed: 'The filter was not deleted' });
  const current = wordsOf(filter);
  return (
    <QueryView query={query} waiting={<SkeletonRows rows={2} />}>
      {(saved) => (
        <>
          <FailureNotice of={remove.failure} />
          {saved.length > 0 && (
            <ul className="border-t border-rule">
              {saved.map((one) => (
                <li key={one.id} className="flex items-center gap-1 py-1 border-b border-rule">
                  {renaming === one.id ? (
                    <RenameForm saved={one} onDone={() => setRenaming(undefined)} />
                  ) : (
                    <>
                      <span className="relative flex-1 min-w-0 py-2">
                        <Link
                          to={to(one.filter)}
                          aria-current={wordsOf(one.filter) === current || undefined}
                          className="cover font-650"
                          preventScrollReset
                          onClick={onDone}
                        >
                          {one.name}
                        </Link>
                        <span className="second-line">{wordsOf(one.filter)}</span>
                      </span>
                      <Button
                        variant="icon"
                        icon="pencil"
                        aria-label={`Rename ${one.name}`}
                        onClick={() => setRenaming(one.id)}
                      />
                      <Button
                        variant="icon"
                        icon="trash-2"
                        aria-label={`Delete ${one.name}`}
                        pending={remove.isPending && remove.variables.id === one.id}
                        onClick={() => remove.mutate({ id: one.id })}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!isFiltered(filter) ? (
            saved.length === 0 && <p>Search or filter the list first. Then you can save that here under a name.</p>
          ) : saved.length >= MAX_SAVED_FILTERS ? (
            <p>You have {MAX_SAVED_FILTERS} saved filters. Delete one to save another.</p>
          ) : (
            <SaveForm filter={filter} words={current} />
          )}
        </>
      )}
    </QueryView>
  );
}

function SaveForm({ filter, words }: { filter: PageSearch; words: string }) {
  const form = useSchemaForm(FilterNameSchema, { defaultValues: { name: '' } });
  const { mutateAsync: save } = useSend('savedFilter.save');
  return (
    <Form
      form={form}
      errorTitle="The filter was not saved"
      onSubmit={async ({ name }) => {
        const { page: _, zone: __, ...rest } = filter;
        await save({ name, filter: rest });
        form.reset();
      }}
    >
      <TextField name="name" label="Save this filter as" hint={words} maxLength={40} autoComplete="off" required />
      <SubmitButton pendingLabel="Saving" icon="bookmark" label="Save filter" />
    </Form>
  );
}

function RenameForm({ saved, onDone }: { saved: SavedFilter; onDone: () => void }) {
  const form = useSchemaForm(FilterNameSchema, { defaultValues: { name: saved.name } });
  const { mutateAsync: rename } = useSend('savedFilter.rename');
  return (
    <Form
      form={form}
      className="flex-1 py-2"
      errorTitle="The filter was not renamed"
      onSubmit={async ({ name }) => {
        await rename({ id: saved.id, name });
        onDone();
      }}
    >
      <TextField
        name="name"
        label={`New name for ${saved.name}`}
        maxLength={40}
        autoComplete="off"
        autoFocus
        required
      />
      <div className="row gap-3">
        <SubmitButton pendingLabel="Renaming" label="Rename" />
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  );
}
