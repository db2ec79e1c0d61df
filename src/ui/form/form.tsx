import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { useTypedWork } from './use-typed-work.ts';

interface FormProps<Values extends FieldValues, Context, Output> {
  form: UseFormReturn<Values, Context, Output>;
  /** Runs with the parsed values. Failures go onto the form (`setError`): fields by name, the rest on `root`. */
  onSubmit: (values: Output) => unknown;
  /** Its name, with the id of what it is about: what is typed into it is kept under this until it is sent. */
  keepAs?: string;
  /** The id of what shows the result, where sending it takes the form away: it gets the focus. */
  resultAt?: string;
  /** The title over a root error: 'Login failed'. */
  errorTitle?: string;
  /** Two columns from 640 px; a field that is `wide` takes both. */
  columns?: 1 | 2;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  id?: string;
  children: ReactNode;
}

/**
 * The one form: no browser bubbles, the root error as an alert on top, focus on the first field that is wrong
 * (whether the schema or the server said so), no second submit while one is under way, and, for a form with a name,
 * nothing typed is lost.
 */
export function Form<Values extends FieldValues, Context, Output>(props: FormProps<Values, Context, Output>) {
  const { form, onSubmit, keepAs, resultAt, errorTitle, columns = 1, className = '', children, ...attributes } = props;
  const { isDirty, submitCount, errors } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  // Not the form's own `isSubmitting`, which ends when the form takes over what the server has meanwhile.
  const isUnderWay = useRef(false);
  const rootError = errors.root?.message ?? errors.root?.serverError?.message;

  // submitCount counts up when a submit has ended, so this runs once after each, with the errors on the screen
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const typed = useTypedWork(form, keepAs, element);

  async function submit(event: FormEvent) {
    isUnderWay.current = true;
    let isRefused = false;
    // A form that was sent is often gone, or was reset, before its own state would say so.
    const stop = form.subscribe({
      formState: { errors: true },
      callback: ({ errors }) => {
        isRefused = Object.keys(errors ?? {}).length > 0;
      },
    });
    await form
      .handleSubmit(async (values) => {
        await onSubmit(values);
        if (!isRefused) await typed.forget();
      })(event)
      .finally(() => {
        stop();
        isUnderWay.current = false;
      });
  }

  return (
    <FormProvider {...form}>
      <form
        {...attributes}
        ref={element}
        data-unfinished={isDirty}
        data-result={resultAt}
        noValidate
        // Browsers would keep on the disk what was typed of other people; a field about oneself says what it is.
        autoComplete="off"
        className={`${columns === 2 ? 'form-two' : 'form'} ${className}`}
        onSubmit={(event) => {
          event.stopPropagation(); // a form in a dialog is, to React, inside the page's form
          event.preventDefault();
          if (!isUnderWay.current) void submit(event);
        }}
      >
        {rootError && (
          <Notice tone="bad" title={errorTitle} live className="wide">
            {rootError}
          </Notice>
        )}
        {typed.isRestored && (
          <Notice
            title="We kept what you typed"
            live
            className="wide"
            action={
              <Button small icon="x" onClick={typed.discard}>
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
