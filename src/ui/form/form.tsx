import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { toast } from '../toast/toast.ts';
import { showOnForm } from './failure.ts';
import { useUnsavedInput } from './use-unsaved-input.ts';

/**
 * A held Enter and a double click submit again: what follows this soon belongs to the last press.
 */
const SAME_PRESS_MS = 1_000;

export interface FormProps<Values extends FieldValues, Context, Output> {
  form: UseFormReturn<Values, Context, Output>;
  /**
   * It gets the parsed values; what it throws is shown. Call `onStored` once they are stored
   * elsewhere, so that the form does not offer them again.
   */
  onSubmit: (values: Output, onStored: () => void) => unknown;
  /** Unsaved input is stored under this unique name: never for passwords and codes. */
  persistAs?: string;
  /** This element gets the focus if submitting removes the form. */
  resultId?: string;
  /** It heads a root error, and the toast if the form has been left. */
  errorTitle?: string;
  columns?: 1 | 2;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  id?: string;
  children: ReactNode;
}

/**
 * Shows root errors on top, focuses the first invalid field, prevents double submits, and restores
 * unsaved input.
 */
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
  // `isSubmitting` ends too early when new server values reset the form.
  const isInFlight = useRef(false);
  // The next page may take seconds on a slow network, while the form is still there.
  const isSent = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const { isShown } = usePageVisit();
  const rootError = errors.root?.message ?? errors.root?.serverError?.message;

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const unsavedInput = useUnsavedInput(form, persistAs, element);

  async function submit(event: FormEvent) {
    isInFlight.current = true;
    isSent.current = false;
    let found: FieldErrors = {};
    // The form may be unmounted or reset before its own state updates.
    const unsubscribe = form.subscribe({
      formState: { errors: true },
      callback: ({ errors = {} }) => {
        found = errors;
      },
    });
    await form
      .handleSubmit(async (values) => {
        let taken: ReturnType<typeof unsavedInput.take> | null = null;
        try {
          await onSubmit(values, () => {
            taken = unsavedInput.take();
          });
        } catch (error) {
          showOnForm(form, error);
        }
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
        // Browsers must not store other people’s data; fields about oneself opt in.
        autoComplete="off"
        className={`${columns === 2 ? 'form-two' : 'form'} ${className}`}
        onInput={() => {
          isSent.current = false;
        }}
        onSubmit={(event) => {
          event.stopPropagation(); // React events of a form in a dialog bubble to the page's form
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
