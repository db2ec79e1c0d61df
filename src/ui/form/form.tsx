import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useIsShown } from '../../browser/use-is-shown.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { toast } from '../toast/toast.ts';
import { useUnsavedInput } from './use-unsaved-input.ts';

/** A held Enter and a double click submit again and again. */
const SAME_PRESS_MS = 1_000;

interface FormProps<Values extends FieldValues, Context, Output> {
  form: UseFormReturn<Values, Context, Output>;
  /**
   * Errors are set with `setError`, by field or on `root`. `onStored`: a form that was left need
   * not offer the values again.
   */
  onSubmit: (values: Output, onStored: () => void) => unknown;
  /** Names its unsaved input; null for passwords and codes. */
  persistAs: string | null;
  /** Focused if submitting removes the form. */
  resultId?: string;
  /** For a root error: 'Login failed'. */
  errorTitle?: string;
  columns?: 1 | 2;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  id?: string;
  children: ReactNode;
}

export function Form<Values extends FieldValues, Context, Output>(props: FormProps<Values, Context, Output>) {
  const {
    form,
    onSubmit,
    persistAs,
    resultId,
    errorTitle,
    columns = 1,
    className = '',
    children,
    ...attributes
  } = props;
  const { isDirty, submitCount, errors } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  // `isSubmitting` ends early when new server values reset the form.
  const isInFlight = useRef(false);
  // The next page may come seconds later.
  const isSent = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const isShown = useIsShown();
  const rootError = errors.root?.message ?? errors.root?.serverError?.message;

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const unsavedInput = useUnsavedInput(form, persistAs, element);

  async function submit(event: FormEvent) {
    isInFlight.current = true;
    isSent.current = false;
    let found: FieldErrors = {};
    // The form may be unmounted before its own state updates.
    const unsubscribe = form.subscribe({
      formState: { errors: true },
      callback: ({ errors = {} }) => {
        found = errors;
      },
    });
    await form
      .handleSubmit(async (values) => {
        let taken: ReturnType<typeof unsavedInput.take> | null = null;
        await onSubmit(values, () => {
          taken = unsavedInput.take();
        });
        isSent.current = Object.keys(found).length === 0;
        pressedAt.current = performance.now();
        if (isSent.current) await unsavedInput.forget();
        else if (taken && element.current) await unsavedInput.keep(await taken);
      })(event)
      .finally(() => {
        unsubscribe();
        isInFlight.current = false;
        const [error] = Object.values(found);
        if (!isShown() && errorTitle && error) toast.error(errorTitle, error.message?.toString());
      });
  }

  return (
    <FormProvider {...form}>
      <form
        {...attributes}
        ref={element}
        data-unfinished={isDirty}
        data-result={resultId}
        noValidate
        // Keeps browsers from storing other people's data.
        autoComplete="off"
        className={`${columns === 2 ? 'form-two' : 'form'} ${className}`}
        onInput={() => {
          isSent.current = false;
        }}
        onSubmit={(event) => {
          event.stopPropagation(); // a dialog's form bubbles to the page's form
          event.preventDefault();
          const isSamePress = performance.now() - pressedAt.current < SAME_PRESS_MS;
          pressedAt.current = performance.now();
          if (isInFlight.current || (isSent.current && (isSamePress || !isShown()))) return;
          void submit(event);
        }}
      >
        {rootError && (
          <Notice tone="bad" title={errorTitle} live className="wide">
            {rootError}
          </Notice>
        )}
        {unsavedInput.isRestored && (
          <Notice
            title="We kept what you typed"
            live
            className="wide"
            action={
              <Button small icon="x" onClick={unsavedInput.discard}>
                Start over
              </Button>
            }
          />
        )}
        {children}
      </form>
    </FormProvider>
  );
}
