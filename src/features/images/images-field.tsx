import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { variantsOf } from '../../domain/image.ts';
import { MAX_IMAGES } from '../../domain/shipment.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUploads } from './uploads.ts';

/** Specification sections 4 and 5. */
export function ImagesField({ name, onUploading }: { name: string; onUploading: (isUploading: boolean) => void }) {
  const { getValues, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const links: string[] = field.value ?? [];
  const change = (next: string[]) => {
    field.onChange(next);
    clearErrors(name);
  };
  // The list may have changed since the upload began.
  const { uploads, failed, done, add, cancel } = useUploads((link) => change([...(getValues(name) ?? []), link]));
  const [skippedCount, setSkippedCount] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const isUploading = uploads.length > 0;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    const room = MAX_IMAGES - links.length - uploads.length;
    add(files.slice(0, Math.max(0, room)));
    setSkippedCount(Math.max(0, files.length - room));
    target.value = ''; // the same file may be chosen again
  }

  function removeAndRefocus(remove: () => void) {
    remove();
    input.current?.focus();
  }

  const error = errorMessageOf(fieldState.error);
  return (
    <fieldset className="grid gap-4" data-unfinished={isUploading}>
      <legend className="text-h2 font-750 mb-3 [.panel_&]:text-h3">Images</legend>
      {links.length + uploads.length === 0 ? (
        <Empty icon="image-off">No images selected</Empty>
      ) : (
        <ul className="thumbs">
          {links.map((link, index) => (
            <Thumbnail
              // biome-ignore lint/suspicious/noArrayIndexKey: the same image may stand in the list twice
              key={`${link} ${index}`}
              src={variantsOf(link)[0]?.url ?? link}
              caption={String(index + 1)}
              alt={`${index + 1} of ${links.length}`}
              icon="trash-2"
              action={`Remove image ${index + 1}`}
              onAction={() => removeAndRefocus(() => change(links.filter((_, place) => place !== index)))}
            />
          ))}
          {uploads.map((upload) => (
            <Thumbnail
              key={upload.preview}
              src={upload.preview}
              caption={upload.name}
              progress={upload.progress}
              icon="x"
              action={`Cancel the upload of ${upload.name}`}
              onAction={() => removeAndRefocus(() => cancel(upload))}
            />
          ))}
        </ul>
      )}
      <div className="row">
        <label className={`picker ${buttonClass({ variant: 'outline' })}`}>
          <span className="btn-face">
            <Icon name="image-plus" />
            Add images
          </span>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            className="sr-only"
            onChange={choose}
            onBlur={field.onBlur}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
          />
        </label>
        <p id={`${id}-hint`} className="field-hint">
          Up to {MAX_IMAGES} images: JPEG, PNG, WebP or AVIF, up to 10 MB each. Optional.
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <LeaveGuard when={isUploading}>Images that are still uploading will be lost. What you typed is kept.</LeaveGuard>
      <div role="status" className="grid gap-3 empty:hidden">
        {isUploading && (
          <p className="field-hint">
            Uploading image {done + 1} of {done + uploads.length}. You can save the shipment once they’re uploaded.
          </p>
        )}
        {failed.map(({ preview, name: file, sentence: why }) => (
          <Notice key={preview} tone="bad" title={`${file} was not uploaded`}>
            {why}
          </Notice>
        ))}
        {skippedCount > 0 && (
          <Notice tone="warn" title={`You can add up to ${MAX_IMAGES} images`}>
            {skippedCount === 1 ? 'The last one was left out.' : `The last ${skippedCount} were left out.`}
          </Notice>
        )}
      </div>
    </fieldset>
  );
}

interface ThumbnailProps {
  src: string;
  caption: string;
  alt?: string;
  /** The uploaded share, 0 to 1; null while it waits. Only for uploads. */
  progress?: number | null;
  icon: IconName;
  action: string;
  onAction: () => void;
}

function Thumbnail({ src, caption, alt = '', progress, icon, action, onAction }: ThumbnailProps) {
  // The host may accept formats that this browser can't show.
  const [isBroken, setBroken] = useState(false);
  return (
    <li className="min-w-0">
      <div className={`thumb ${progress === undefined ? '' : 'thumb-coming'}`}>
        {isBroken ? (
          <Icon name="image" />
        ) : (
          <img src={src} alt={alt} crossOrigin="anonymous" onError={() => setBroken(true)} />
        )}
        {typeof progress === 'number' && (
          <progress className="progress" value={progress} aria-label={`Upload of ${caption}`} />
        )}
      </div>
      <div className="flex items-center justify-between gap-1 pl-1 -mr-$hang text-small">
        <span className="truncate">{caption}</span>
        <Button variant="icon" icon={icon} aria-label={action} onClick={onAction} />
      </div>
    </li>
  );
}

function errorMessageOf(error: unknown): string | undefined {
  const errors = (Array.isArray(error) ? error : [error]) as ({ message?: string } | undefined)[];
  return errors.find((one) => one?.message)?.message;
}
