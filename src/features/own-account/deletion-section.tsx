import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatDay } from '../../domain/day.ts';
import { DAYS_TO_THINK, RequestDeletionSchema } from '../../domain/own-account.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { useKeepAccount, useRequestDeletion } from './mutations.ts';

interface DeletionSectionProps {
  /** Null unless it was asked for. */
  eraseOn: string | null;
  /** What must come first; undefined until known. */
  obstacles: readonly string[] | undefined;
}

export function DeletionSection({ eraseOn, obstacles = [] }: DeletionSectionProps) {
  return (
    <section aria-labelledby="deletion" className="stack gap-4">
      <div>
        <h2 id="deletion">Delete account</h2>
        <p className="mt-2">
          We wait {DAYS_TO_THINK} days, in which you can change your mind. Then your personal data is erased for good.
          What the law makes us keep, such as payments and the history of parcels, stays without your name.
        </p>
      </div>
      {eraseOn ? (
        <ToBeDeleted eraseOn={eraseOn} />
      ) : obstacles.length > 0 ? (
        <Notice title="This must come first" className="max-w-160">
          <ul className="list-disc pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Button
          opens={(close) => <DeletionDialog onClose={close} />}
          icon="trash-2"
          variant="destructive"
          className="justify-self-start"
        >
          Delete my account
        </Button>
      )}
    </section>
  );
}

function ToBeDeleted({ eraseOn }: { eraseOn: string }) {
  const keep = useKeepAccount();
  return (
    <>
      <Notice
        tone="warn"
        title="Your account will be deleted"
        className="max-w-160"
        action={
          <Button small icon="undo-2" pending={keep.isPending} pendingLabel="Keeping" onClick={() => keep.mutate()}>
            Keep my account
          </Button>
        }
      >
        You can keep it until {formatDay(eraseOn)}.
      </Notice>
      <FailureNotice of={keep.failure} />
    </>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestDeletion();
  return (
    <SchemaDialog
      title="Delete account"
      schema={RequestDeletionSchema}
      values={{ currentPassword: '' }}
      errorTitle="Your account was not deleted"
      send={request.mutateAsync}
      submit={{ label: 'Delete my account', variant: 'destructive-solid', pendingLabel: 'Deleting', icon: 'trash-2' }}
      onClose={onClose}
    >
      <p>Your account will be deleted in {DAYS_TO_THINK} days. Until then you can log in and keep it.</p>
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
    </SchemaDialog>
  );
}
